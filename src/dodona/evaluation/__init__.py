"""Scores of parses, and significance tests between them.

>>> from dodona import Treebank
>>> from dodona.evaluation import evaluate
>>> gold = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
>>> evaluate(gold, gold).all_words.las.f1
1.0
"""

from dodona.evaluation.bins import Bin
from dodona.evaluation.calibration import Calibration, calibration
from dodona.evaluation.calibration_error import Chance
from dodona.evaluation.comparison import Comparison, Estimate, PairTest, compare
from dodona.evaluation.evaluation import AttachmentScores, Evaluation, evaluate
from dodona.evaluation.groups import Group, LabelScore
from dodona.evaluation.ranking import area_under_roc
from dodona.evaluation.reliability import Reliability, RiskCoverage, reliability
from dodona.evaluation.risk_coverage import CoveragePoint, area_under_risk, risk_coverage
from dodona.evaluation.score import GroupScore, Score
from dodona.evaluation.shared_task import Conll18, conll18

__all__ = [
    "AttachmentScores",
    "Bin",
    "Calibration",
    "Chance",
    "Comparison",
    "Conll18",
    "CoveragePoint",
    "Estimate",
    "Evaluation",
    "Group",
    "GroupScore",
    "LabelScore",
    "PairTest",
    "Reliability",
    "RiskCoverage",
    "Score",
    "area_under_risk",
    "area_under_roc",
    "calibration",
    "compare",
    "conll18",
    "evaluate",
    "reliability",
    "risk_coverage",
]
