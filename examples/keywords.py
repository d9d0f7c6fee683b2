"""Keyword marking that maximises F1, a loss of the whole output.

Readers agree on few keywords. Minimising wrong decisions leaves out every word that fewer than half of the
readers would mark; a higher F1 requires marking more. Only the loss expresses this.

python examples/keywords.py
"""

import random

import dodona

#: The number of readers in a hundred who mark each word.
MARKED = {
    4: "the a an of in to and or we it old was at by from as with for on is",
    40: "grove leaf bough dove wind priest answer question",
    70: "oak oracle Dodona",
}
CHANCE = {word: chance / 100 for chance, words in MARKED.items() for word in words.split()}


def some_notes(count, seed):
    """Return notes with the words that one reader has marked."""
    rng = random.Random(seed)
    notes = [rng.choices(list(CHANCE), k=12) for _ in range(count)]
    return [[(word, rng.random() < CHANCE[word]) for word in words] for words in notes]


def f1(marked, right):
    """Return the F1 score of marks."""
    both = sum(a and b for a, b in zip(marked, right, strict=True))
    return 2 * both / (sum(marked) + sum(right)) if sum(marked) + sum(right) else 1.0


def run_marker(search, note):
    """Return whether to mark each word of a note."""
    words, right = zip(*note, strict=True)
    marked = []
    for word, is_right in zip(words, right, strict=True):
        oracle = "mark" if is_right else "pass"
        marked.append(search.predict({"word": word}, oracle=oracle, allowed=["pass", "mark"]) == "mark")
    search.loss(10 * (1 - f1(marked, right)))
    return marked


if __name__ == "__main__":
    train, test = some_notes(300, seed=1), some_notes(300, seed=2)
    for choices in ({"roll_out": "none"}, {"algorithm": "dagger"}, {"algorithm": "lols"}):
        model = dodona.learn(run_marker, train, **choices)
        mean = sum(f1(model.predict(note), [right for _, right in note]) for note in test) / len(test)
        print(f"{', '.join(choices.values()):10} F1 {100 * mean:.1f}")
