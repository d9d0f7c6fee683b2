"""How good a parse is, and whether one is better than another.

>>> from dodona import Treebank
>>> from dodona.evaluation import evaluate
>>> gold = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
>>> evaluate(gold, gold).all_words.las.f1
1.0
"""

from dodona.evaluation.comparison import Comparison, Estimate, PairTest, compare
from dodona.evaluation.evaluation import AttachmentScores, Evaluation, evaluate
from dodona.evaluation.groups import Group, LabelScore
from dodona.evaluation.score import GroupScore, Score
from dodona.evaluation.shared_task import Conll18, conll18

__all__ = [
    "AttachmentScores",
    "Comparison",
    "Conll18",
    "Estimate",
    "Evaluation",
    "Group",
    "GroupScore",
    "LabelScore",
    "PairTest",
    "Score",
    "compare",
    "conll18",
    "evaluate",
]
