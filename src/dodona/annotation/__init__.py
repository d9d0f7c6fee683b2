"""Active learning: the choice of sentences to annotate next.

>>> from dodona import Treebank, train
>>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
>>> parser = train(trees, recipe="probabilistic", epochs=5)
>>> pool = Treebank.from_lists([["Doves", "listen"], ["Doves", "in", "oaks", "listen"]])
>>> [chosen.place for chosen in active(parser, pool, budget=4)]
[1]
"""

from dodona.annotation.choosing import Choice, Chosen, active

__all__ = ["Choice", "Chosen", "active"]
