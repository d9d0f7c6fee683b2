"""A part-of-speech tagger: Algorithm 1 (RUNTAGGER) of Chang et al. (2015).

python examples/tagger.py train.conllu test.conllu
"""

import sys

import dodona


def run_tagger(search, sentence):
    """Return a tag for every word; the last two are features of the next."""
    output = []
    for n, tag in enumerate(sentence.tags):
        predicted = search.predict(
            lambda n=n: features(sentence.words, n), oracle=tag, tag=n, condition=[n - 1, n - 2]
        )
        output.append(predicted)
    search.loss(sum(found != tag for found, tag in zip(output, sentence.tags, strict=True)))
    return output


def features(words, n):
    """Return features of a word and its neighbours."""
    word = words[n]
    return {
        "word": word.lower(),
        "ending": [word[-length:] for length in (1, 2, 3)],
        "shape": {"capital": word[0].isupper(), "digit": any(map(str.isdigit, word)), "first": n == 0},
        "before": words[n - 1].lower() if n else None,
        "after": words[n + 1].lower() if n + 1 < len(words) else None,
    }


QUADRATIC = ["word condition", "ending condition", "condition condition", "word before", "word after"]

if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python tagger.py TRAIN TEST, two treebanks in CoNLL-U")
    train, test = map(dodona.read, sys.argv[1:])
    # A wrong tag costs one, whatever follows, so roll-outs are not needed.
    model = dodona.learn(run_tagger, train, quadratic=QUADRATIC, roll_out="none", on_epoch=print)
    print(f"accuracy {100 - 100 * model.loss(test) / sum(map(len, test)):.2f}")
