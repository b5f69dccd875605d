"""How weights and demo recording are made: `python -m callshot.models.training.NAME`. Needs the extra `[train]`."""
