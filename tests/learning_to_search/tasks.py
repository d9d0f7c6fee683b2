"""Tasks that the tests train."""

from __future__ import annotations

from dodona import Search

Words = list[tuple[str, str]]


def tagger(search: Search, sentence: Words) -> list[str]:
    """The paper's Algorithm 1."""
    output: list[str] = []
    for n, (word, tag) in enumerate(sentence):
        output.append(search.predict({"word": word}, oracle=tag, tag=n, condition=n - 1))
    search.loss(sum(tag != found for (_, tag), found in zip(sentence, output, strict=True)))
    return output


SENTENCES: list[Words] = [
    [("the", "D"), ("oak", "N"), ("falls", "V")],
    [("the", "D"), ("falls", "N"), ("speak", "V")],
    [("doves", "N"), ("speak", "V"), ("the", "D"), ("truth", "N")],
    [("oak", "N"), ("falls", "V")],
]


class LabelledArcHybrid:
    """The paper's parser with its three learners; a wrong head loses 2, and a wrong label 1."""

    labels = ("subj", "obj", "root")

    def __init__(self, *, costs: bool = True) -> None:
        self.costs = costs

    def run(self, search: Search, tree: list[tuple[int, str]]) -> list[tuple[int, str]]:
        gold = [(-1, ""), *tree]
        stack, b = [0], 1
        output = [(-1, "")] * len(gold)
        while b < len(gold) or len(stack) > 1:
            allowed = [SHIFT] if len(stack) == 1 else [SHIFT, LEFT, RIGHT] if b < len(gold) else [RIGHT]
            costs = self.move_costs(stack, b, [head for head, _ in gold], allowed)
            where = {"s": str(stack[-1]), "b": str(b)}
            best = [move for move in allowed if costs[move] == min(costs.values())]
            move = search.predict(
                where, oracle=costs if self.costs else best, allowed=allowed, learner="move"
            )
            if move == SHIFT:
                stack.append(b)
                b += 1
                continue
            word = stack.pop()
            head = b if move == LEFT else stack[-1]
            right = gold[word][1]
            cost = {label: int(head == gold[word][0] and label != right) for label in self.labels}
            label = search.predict(
                where, oracle=cost if self.costs else right, allowed=self.labels, learner=move
            )
            output[word] = head, label
            search.loss(2 if head != gold[word][0] else int(label != right))
        return output[1:]

    def move_costs(self, stack: list[int], b: int, heads: list[int], allowed: list[int]) -> dict[int, int]:
        top, lost = stack[-1], {SHIFT: 0, LEFT: 0, RIGHT: 0}
        if b < len(heads):
            lost[SHIFT] = sum(heads[word] == b for word in stack) + (heads[b] in stack[:-1])
        if len(stack) > 1:
            dependents = heads[b:].count(top)
            lost[LEFT] = dependents + (heads[top] == stack[-2] or heads[top] > b)
            lost[RIGHT] = dependents + (heads[top] >= b)
        return {move: 2 * lost[move] for move in allowed}


SHIFT, LEFT, RIGHT = 1, 2, 3
