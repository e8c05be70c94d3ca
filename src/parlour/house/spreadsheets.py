"""Other people's text in tables: a spreadsheet runs a cell that begins like a formula, whoever wrote it."""

FORMULA = ("=", "+", "-", "@", "|", "%")
"""What spreadsheets take for the beginning of a formula, after any spaces, tabs and line ends."""


def as_words(text: str) -> str:
    """A text for a cell of a CSV file that no spreadsheet takes for a formula: one that begins like it gets an apostrophe."""
    return f"'{text}" if text.lstrip().startswith(FORMULA) else text
