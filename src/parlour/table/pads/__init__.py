"""The score pad in the browser: its rows on disk, its links, what a phone receives, and the shell that works without a line."""
