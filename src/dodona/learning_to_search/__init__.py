"""Learning to search (Chang et al. 2015): write a decoder; Dodona trains it."""

from dodona.learning_to_search.credit import ALGORITHMS, CreditAssignment
from dodona.learning_to_search.learn import learn
from dodona.learning_to_search.model import SearchModel
from dodona.learning_to_search.search import Search
from dodona.learning_to_search.trainer import Epoch

__all__ = ["ALGORITHMS", "CreditAssignment", "Epoch", "Search", "SearchModel", "learn"]
