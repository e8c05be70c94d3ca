"""The languages of the house: which there are, which one a reader wants, and texts, lists and numbers in it.

A language is a folder beside this module, named by its code (`de`). It holds only data, so another language needs no code
(docs/languages.md):

    interface.po    what pages, scripts and messages say
    games.po        what the games say: titles, prompts, calls, house rules
    lessons.po      what the lessons of the games say
    rulebooks.po    the rulebooks, one text for each paragraph
    examples.po     the titles of the examples in rulebooks
    cards.toml      names of suits and ranks, and the letters on the cards
    language.toml   which catalogues the language claims to have complete

A text is written in English where it is used and marked by `_("...")`; `mark` is for texts that are written before anybody reads
them. The reader's language is set around all that is made for that reader (`speaking`). Without one, texts stay English. A text
without a translation stays English too.
"""

from .catalogue import (
    ENGLISH,
    Direction,
    Language,
    current,
    example_title,
    game_text,
    gettext,
    language,
    languages,
    mark,
    mark_in,
    ngettext,
    pgettext,
    plural_form,
    plural_index,
    preferred,
    rulebook_text,
    speaking,
)
from .formats import counted_as, day, day_of_month, ending_in_or, listed, moment, month, number, percent, weekdays
from .lazy import (
    Text,
    begun,
    capital,
    in_language,
    in_list,
    in_row,
    in_series,
    in_words,
    lazy_game_text,
    lazy_gettext,
    lazy_ngettext,
    read_out,
    with_english,
    with_values,
)
from .letters import (
    OTHER_SYSTEMS,
    are_ranks,
    card_language,
    cards_printed,
    has_own_letters,
    lettered,
    lettered_card,
    lettered_ranks,
    rank_letters,
    read_card,
    spelled_out,
    unlettered,
    written_cards,
)
from .names import CardWords, card_languages, card_words

__all__ = [
    "ENGLISH",
    "OTHER_SYSTEMS",
    "CardWords",
    "Direction",
    "Language",
    "Text",
    "are_ranks",
    "begun",
    "capital",
    "card_language",
    "card_languages",
    "card_words",
    "cards_printed",
    "counted_as",
    "current",
    "day",
    "day_of_month",
    "ending_in_or",
    "example_title",
    "game_text",
    "gettext",
    "has_own_letters",
    "in_language",
    "in_list",
    "in_row",
    "in_series",
    "in_words",
    "language",
    "languages",
    "lazy_game_text",
    "lazy_gettext",
    "lazy_ngettext",
    "lettered",
    "lettered_card",
    "lettered_ranks",
    "listed",
    "mark",
    "mark_in",
    "moment",
    "month",
    "ngettext",
    "number",
    "percent",
    "pgettext",
    "plural_form",
    "plural_index",
    "preferred",
    "rank_letters",
    "read_card",
    "read_out",
    "rulebook_text",
    "speaking",
    "spelled_out",
    "unlettered",
    "weekdays",
    "with_english",
    "with_values",
    "written_cards",
]
