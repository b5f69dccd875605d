"""What a referee says: rulings and questions in English, Finnish and Hungarian."""

from callshot.tracker.announce.asking import announce_question, ask
from callshot.tracker.announce.catalogues import LANGUAGES
from callshot.tracker.announce.context import Context
from callshot.tracker.announce.fluent import CatalogueError
from callshot.tracker.announce.places import Table
from callshot.tracker.announce.telling import announce, explain

__all__ = ["LANGUAGES", "CatalogueError", "Context", "Table", "announce", "announce_question", "ask", "explain"]
