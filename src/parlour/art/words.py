"""Names of cards: suits, ranks and indices of the four suit systems, in seven languages.

The suits of a system stand in the places of clubs, diamonds, hearts and spades, as players pair them: acorns, bells,
hearts and leaves; batons, coins, cups and swords. The middle court is the queen, the ober, or the rider.
"""

from dataclasses import dataclass
from functools import cache

SYSTEMS = ("french", "german", "italian", "spanish")
LANGUAGES = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "es": "Español",
    "ca": "Català",
    "nl": "Nederlands",
}
"""The languages cards are named in, each by its own name."""

_NUMBERS = {
    "en": "two three four five six seven eight nine ten",
    "de": "Zwei Drei Vier Fünf Sechs Sieben Acht Neun Zehn",
    "fr": "deux trois quatre cinq six sept huit neuf dix",
    "it": "due tre quattro cinque sei sette otto nove dieci",
    "es": "dos tres cuatro cinco seis siete ocho nueve diez",
    "ca": "dos tres quatre cinc sis set vuit nou deu",
    "nl": "twee drie vier vijf zes zeven acht negen tien",
}
_COURTS = {  # the three courts and the ace
    "french": {
        "en": "jack queen king ace",
        "de": "Bube Dame König Ass",
        "fr": "valet dame roi as",
        "it": "fante donna re asso",
        "es": "jota reina rey as",
        "ca": "jota reina rei as",
        "nl": "boer vrouw heer aas",
    },
    "german": {
        "en": "unter ober king ace",
        "de": "Unter Ober König Daus",
        "fr": "unter ober roi as",
        "it": "unter ober re asso",
        "es": "unter ober rey as",
        "ca": "unter ober rei as",
        "nl": "onder ober koning aas",
    },
    "latin": {
        "en": "jack cavalier king ace",
        "de": "Bube Reiter König Ass",
        "fr": "valet cavalier roi as",
        "it": "fante cavallo re asso",
        "es": "sota caballo rey as",
        "ca": "sota cavall rei as",
        "nl": "boer ruiter heer aas",
    },
}
_PLURALS = {  # of the same
    "french": {
        "en": "jacks queens kings aces",
        "de": "Buben Damen Könige Asse",
        "fr": "valets dames rois as",
        "it": "fanti donne re assi",
        "es": "jotas reinas reyes ases",
        "ca": "jotes reines reis asos",
        "nl": "boeren vrouwen heren azen",
    },
    "german": {
        "en": "unters obers kings aces",
        "de": "Unter Ober Könige Däuser",
        "fr": "unters obers rois as",
        "it": "unter ober re assi",
        "es": "unters obers reyes ases",
        "ca": "unters obers reis asos",
        "nl": "onders obers koningen azen",
    },
    "latin": {
        "en": "jacks cavaliers kings aces",
        "de": "Buben Reiter Könige Asse",
        "fr": "valets cavaliers rois as",
        "it": "fanti cavalli re assi",
        "es": "sotas caballos reyes ases",
        "ca": "sotes cavalls reis asos",
        "nl": "boeren ruiters heren azen",
    },
}
_SUITS = {
    "french": {
        "en": "clubs diamonds hearts spades",
        "de": "Kreuz Karo Herz Pik",
        "fr": "trèfle carreau cœur pique",
        "it": "fiori quadri cuori picche",
        "es": "tréboles diamantes corazones picas",
        "ca": "trèvols diamants cors piques",
        "nl": "klaveren ruiten harten schoppen",
    },
    "german": {
        "en": "acorns bells hearts leaves",
        "de": "Eichel Schellen Herz Laub",
        "fr": "glands grelots cœurs feuilles",
        "it": "ghiande campanelli cuori foglie",
        "es": "bellotas cascabeles corazones hojas",
        "ca": "glans cascavells cors fulles",
        "nl": "eikels bellen harten bladeren",
    },
    "latin": {
        "en": "batons coins cups swords",
        "de": "Stäbe Münzen Kelche Schwerter",
        "fr": "bâtons deniers coupes épées",
        "it": "bastoni denari coppe spade",
        "es": "bastos oros copas espadas",
        "ca": "bastos oros copes espases",
        "nl": "stokken munten bekers zwaarden",
    },
}
_STEMS = {  # suits as the first half of a word: Dutch, and German if it is not the suit itself
    ("latin", "de"): "Stab Münz Kelch Schwert",
    ("french", "nl"): "klaver ruiten harten schoppen",
    ("german", "nl"): "eikel bellen harten blad",
    ("latin", "nl"): "stokken munten beker zwaard",
}
_FORMS = {"en": "{rank} of {suit}", "de": "{stem}-{rank}", "it": "{rank} di {suit}", "nl": "{stem}{rank}"}  # others: of
_INDICES = {  # of the three courts and the ace
    "french": {
        "en": "J Q K A",
        "de": "B D K A",
        "fr": "V D R 1",
        "it": "J Q K A",
        "es": "J Q K A",
        "ca": "J Q K A",
        "nl": "B V H A",
    },
    "german": dict.fromkeys(LANGUAGES, "U O K A"),
    "italian": {
        "en": "J C K A",
        "de": "B R K A",
        "fr": "V C R 1",
        "it": "F C R A",
        "es": "S C R A",
        "ca": "S C R A",
        "nl": "B R H A",
    },
    "spanish": dict.fromkeys(LANGUAGES, "10 11 12 1"),
}
_JOKERS = {
    "en": ("joker", "second joker"),
    "de": ("Joker", "zweiter Joker"),
    "fr": ("joker", "second joker"),
    "it": ("jolly", "secondo jolly"),
    "es": ("comodín", "segundo comodín"),
    "ca": ("comodí", "segon comodí"),
    "nl": ("joker", "tweede joker"),
}


@dataclass(frozen=True)
class Names:
    """Names of the cards of one suit system in one language; suits and ranks in the order of the cards' ids."""

    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    plurals: tuple[str, ...]
    """Of the three courts and the ace."""
    indices: tuple[str, ...]
    cards: tuple[str, ...]
    """Whole names by id, the jokers' last."""


@cache
def names(system: str, language: str = "en") -> Names:
    """The names of a suit system's cards. ValueError if there is no such system or language."""
    if system not in SYSTEMS:
        raise ValueError(f"there is no suit system {system!r}: systems are {', '.join(SYSTEMS)}")
    if language not in LANGUAGES:
        raise ValueError(f"there is no language {language!r}: languages are {', '.join(LANGUAGES)}")
    kind = "latin" if system in ("italian", "spanish") else system
    suits = tuple(_SUITS[kind][language].split())
    stems = tuple(_STEMS.get((kind, language), _SUITS[kind][language]).split())
    ranks = tuple(f"{_NUMBERS[language]} {_COURTS[kind][language]}".split())
    indices = (*map(str, range(2, 11)), *_INDICES[system][language].split())
    cards = tuple(_whole(rank, suit, stem, language) for suit, stem in zip(suits, stems, strict=True) for rank in ranks)
    return Names(suits, ranks, tuple(_PLURALS[kind][language].split()), indices, cards + _JOKERS[language])


def _whole(rank: str, suit: str, stem: str, language: str) -> str:
    if form := _FORMS.get(language):
        return form.format(rank=rank, suit=suit, stem=stem)
    joined = "d'" if language in ("fr", "ca") and suit[0] in "aeiouéè" else "de "
    return f"{rank} {joined}{suit}"
