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


def test_known_sentence_boundaries_are_kept(path: Path) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer", config={"punct_chars": ["spoke"]})
    nlp.add_pipe("dodona", config={"model": str(path)})
    assert len(list(nlp("The oak spoke The dove listened.").sents)) == 2


def test_confidences(grove: dodona.Treebank, tmp_path: Path) -> None:
    dodona.train_pipeline(grove, grove, recipe="probabilistic", epochs=3, output=tmp_path / "sure")
    nlp = spacy.blank("en")
    nlp.add_pipe("dodona", config={"model": str(tmp_path / "sure")})
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
