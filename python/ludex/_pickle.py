"""How games and states come back from a pickle."""

from __future__ import annotations

from ._ludex import Game, State

_games: dict[tuple[str, tuple[str, ...], str], Game] = {}


def game(text: str, levels: list[str], name: str, bundled: bool) -> Game:
    """A game, of which each process keeps one: states that share it are cheap to load."""
    key = (text, tuple(levels), name)
    if key not in _games:
        if len(_games) > 1000:
            _games.clear()
        # A bundled game may have been another one in the version that wrote the pickle.
        own = Game(name) if bundled else None
        same = own is not None and (own.text, own.levels) == (text, levels)
        _games[key] = own if own is not None and same else Game(_as_text(text), levels=levels, name=name, strict=False)
    return _games[key]


def _as_text(text: str) -> str:
    """Texts are told from names by their line breaks."""
    return text if "\n" in text else text + "\n"


def state(game: Game, level: int | str, saved: bytes) -> State:
    """A state of a game."""
    return game.restore(saved, level)
