"""An unlabelled arc-hybrid parser in plain Python: Algorithms 2 and 3 of Chang et al. (2015)."""

import sys

import dodona

SHIFT, LEFT, RIGHT = "SHIFT", "REDUCE-LEFT", "REDUCE-RIGHT"


class ArcHybridParser:
    """The paper's Table 1: unigrams are namespaces, bigrams and trigrams are declared."""

    quadratic = "s1 s1, s2 s2, s3 s3, b1 b1, b2 b2, b3 b3, s1 b1, s1 s2, b1 b2, d s1, d s2, d b1"
    cubic = (
        "s1 s2 s3, s1 b1 b2, s1 s2 b1, s1 b1 b3, b1 b2 b3, s1 s1r1 s2r1, s1 s1l2 b1l2, "
        "b1 b1l1 b1l2, s1 s2 b1l1, s1 b1 s1l1, s1 b1 s2l1, s1 b1 b1l1"
    )

    def run(self, search, sentence):
        """RUNPARSER: return the head of every word."""
        words = [("ROOT", "ROOT"), *zip(sentence.words, sentence.tags, strict=True), None, None, None]
        gold, left, right = [-1, *sentence.heads.tolist()], [[] for _ in words], [[] for _ in words]
        stack, b, heads = [0], 1, [-1] * len(gold)
        while b < len(gold) or len(stack) > 1:
            action = search.predict(
                lambda b=b: features(stack, b, words, left, right),
                oracle=lambda b=b: costs(stack, b, gold),
                allowed=valid_actions(stack, b < len(gold)),
            )
            if action == SHIFT:
                stack.append(b)
                b += 1
            else:
                top = stack.pop()
                heads[top] = b if action == LEFT else stack[-1]
                (left if action == LEFT else right)[heads[top]].insert(0, top)
        search.loss(lambda: sum(head != true for head, true in zip(heads, gold, strict=True)))
        return heads[1:]


def valid_actions(stack, more):
    """GETVALIDACTIONS."""
    if len(stack) == 1:
        return [SHIFT]
    return [SHIFT, LEFT, RIGHT] if more else [RIGHT]


def costs(stack, b, gold):
    """GETGOLDACTION, the dynamic oracle: how many gold arcs each action makes impossible."""
    if len(stack) == 1 or b == len(gold):
        return {SHIFT if len(stack) == 1 else RIGHT: 0}
    top, below = stack[-1], stack[:-1]
    dependents = gold[b:].count(top)
    return {
        SHIFT: sum(gold[word] == b for word in stack) + (gold[b] in below),
        LEFT: dependents + (gold[top] == below[-1] or gold[top] > b),
        RIGHT: dependents + (gold[top] >= b),
    }


def features(stack, b, words, left, right):
    """GETFEAT: words and tags on the stack, in the buffer, and of children; distance and valency."""
    s1, s2, s3, *_ = *stack[::-1], -1, -1  # the last of `words` is empty
    places = {"s1": s1, "s2": s2, "s3": s3, "b1": b, "b2": b + 1, "b3": b + 2}
    sides = {"s1l": left[s1], "s1r": right[s1], "s2l": left[s2], "s2r": right[s2], "b1l": left[b]}
    for name, children in sides.items():
        places[name + "1"], places[name + "2"], *_ = *children, -1, -1
    counts = {"far": b - s1, "left": len(left[s1]), "right": len(right[s1]), "next": len(left[b])}
    d = {name: str(min(count, 5)) for name, count in counts.items()}
    return {name: words[place] for name, place in places.items()} | {"d": d}


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python arc_hybrid_parser.py TRAIN TEST, two treebanks in CoNLL-U")
    train, test = map(dodona.read, sys.argv[1:])
    model = dodona.learn(ArcHybridParser, train, learner="max-margin", on_epoch=print)
    print(f"UAS {100 - 100 * model.loss(test) / sum(map(len, test)):.2f}")
