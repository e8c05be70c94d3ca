"""Rankings of hands for people: in what order, what each is called, why it wins, how many beat it, and a quiz.

The order itself is `parlour.kit.rankings`, which the games play by.
"""

from .compare import Placed, order, why
from .names import Name, joker_words, name_of
from .pots import Share, divide
from .quiz import Question, question
from .rankings import ANY, RANKINGS, VALUES, Ranking, Reading, all_hands, on_board, one_pack, ranking_called, read, read_hand
from .report import Line, in_order, in_text, report
from .tally import Tally

__all__ = [
    "ANY",
    "RANKINGS",
    "VALUES",
    "Line",
    "Name",
    "Placed",
    "Question",
    "Ranking",
    "Reading",
    "Share",
    "Tally",
    "all_hands",
    "divide",
    "in_order",
    "in_text",
    "joker_words",
    "name_of",
    "on_board",
    "one_pack",
    "order",
    "question",
    "ranking_called",
    "read",
    "read_hand",
    "report",
    "why",
]
