"""Dodona in spaCy pipelines, and trees for spaCy and NLTK."""

from __future__ import annotations

from pathlib import Path

import pytest

import dodona

spacy = pytest.importorskip("spacy")


@pytest.fixture(scope="module")
def path(grove: dodona.Treebank, tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("spacy") / "grove.model"
    dodona.train_pipeline(grove, grove, epochs=3, output=where)
    return where


def test_a_spacy_pipeline(path: Path) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("dodona", config={"model": str(path)})
    doc = nlp("The old oak spoke.  Who planted this tree?\n")
    assert [sentence.text.strip() for sentence in doc.sents] == [
        "The old oak spoke.",
        "Who planted this tree?",
    ]
    first, second = doc.sents
    assert [token.dep_ for token in first if not token.is_space] == ["det", "amod", "nsubj", "ROOT", "punct"]
    assert [token.head.text for token in first][:3] == ["oak", "oak", "spoke"]
    assert [token.pos_ for token in second if not token.is_space] == ["PRON", "VERB", "DET", "NOUN", "PUNCT"]
    assert doc[2].lemma_ == "oak"
    assert doc[2].morph.to_dict() == {"Number": "Sing"}
    assert doc[0]._.head_confidence is None
    assert all(token.sent.start <= token.head.i < token.sent.end for token in doc)
    assert [len(nlp(text)) for text in ("", "  ", "a")] == [0, 1, 1]


def test_batches_give_the_same_as_one_text_after_another() -> None:
    texts = [
        "The old oak spoke.  Who planted it?\n",
        "",
        "  ",
        " \n Hush! I don't know.",
        "a\tb  c. D",
        "Oaks",
    ]
    nlp = spacy.blank("en")
    nlp.add_pipe("dodona")
    for batch_size in (1, 2, 100):
        for text, doc in zip(texts, nlp.pipe(texts, batch_size=batch_size), strict=True):
            assert doc.text == text
            assert doc.to_json() == nlp(text).to_json()
    found = nlp("Hush!  The oaks spoke.")
    ours = [word for sentence in dodona.load()("Hush!  The oaks spoke.") for word in sentence]
    seen = [token for token in found if not token.is_space]
    assert [(token.tag_, token.lemma_) for token in seen] == [(word.fine_tag, word.lemma) for word in ours]
    assert [token.morph.to_dict() for token in seen] == [dict(word.feats) for word in ours]
    assert [token.dep_.replace("ROOT", "root") for token in seen] == [word.label for word in ours]


def test_known_sentence_boundaries_are_kept(path: Path) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer", config={"punct_chars": ["spoke"]})
    nlp.add_pipe("dodona", config={"model": str(path)})
    assert len(list(nlp("The oak spoke The dove listened.").sents)) == 2


def test_confidences(grove: dodona.Treebank, tmp_path: Path) -> None:
    dodona.train_pipeline(grove, grove, recipe="probabilistic", epochs=3, output=tmp_path / "sure")
    nlp = spacy.blank("en")
    nlp.add_pipe("dodona", config={"model": str(tmp_path / "sure"), "confidence": True})
    for token in nlp("The old oak spoke."):
        assert 0 < token._.label_confidence <= 1
        assert 0 < token._.head_confidence <= 1


def test_a_sentence_for_spacy(grove: dodona.Treebank) -> None:
    for sentence in grove[:20]:
        doc = dodona.to_spacy(sentence)
        assert [token.text for token in doc] == sentence.words
        assert [token.pos_ for token in doc] == sentence.tags
        heads = [0 if token.head is token or token.head.i == token.i else token.head.i + 1 for token in doc]
        assert heads == sentence.heads.tolist()
        if not sentence.multiword_tokens:
            assert doc.text.rstrip() == sentence.text
    assert len(dodona.to_spacy(dodona.Sentence(["Oaks"]), spacy.blank("en").vocab)) == 1
    with pytest.raises(dodona.ArgumentError, match=r"dodona\.Sentence"):
        dodona.to_spacy("Oaks speak")  # type: ignore[arg-type]


def test_a_treebank_for_spacy(grove: dodona.Treebank) -> None:
    doc = dodona.to_spacy(grove)
    assert len(list(doc.sents)) == len(grove)
    for sentence, span in zip(grove, doc.sents, strict=True):
        alone = dodona.to_spacy(sentence)
        assert span.text == alone.text.rstrip() == sentence.text
        for token, other in zip(span, alone, strict=True):
            assert token.head.i - span.start == other.head.i
            assert (token.dep_, token.lemma_, token.morph) == (other.dep_, other.lemma_, other.morph)


def test_multiword_tokens_for_spacy() -> None:
    sentence = dodona.read(
        "# text = venir du port\n"
        "1\tvenir\tvenir\tVERB\t_\t_\t0\troot\t_\t_\n"
        "2-3\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n"
        "2\tde\tde\tADP\t_\t_\t4\tcase\t_\t_\n"
        "3\tle\tle\tDET\t_\t_\t4\tdet\t_\t_\n"
        "4\tport\tport\tNOUN\t_\t_\t1\tobl\t_\t_\n\n"
    )[0]
    doc = dodona.to_spacy(sentence)
    assert doc.text.rstrip() == sentence.text
    assert [(token.text, token.lemma_, token.dep_, token.head.text) for token in doc] == [
        ("venir", "venir", "ROOT", "venir"),
        ("du", "de", "case", "port"),
        ("port", "port", "obl", "venir"),
    ]


def test_a_sentence_for_nltk(grove: dodona.Treebank) -> None:
    pytest.importorskip("nltk")
    for sentence in grove[:20]:
        graph = dodona.to_nltk(sentence)
        found = [graph.nodes[place] for place in range(1, len(sentence) + 1)]
        assert [node["word"] for node in found] == sentence.words
        assert [node["head"] for node in found] == sentence.heads.tolist()
        assert [node["rel"] for node in found] == sentence.labels
    with pytest.raises(dodona.Error, match="no tree"):
        dodona.to_nltk(dodona.Sentence(["Oaks"]))
