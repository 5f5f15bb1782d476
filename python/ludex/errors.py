"""What goes wrong, said so that it can be mended."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Diagnostic", "GameError", "LudexError", "RestoreError", "UsageError"]


class LudexError(Exception):
    """Anything that Ludex cannot do."""


class UsageError(LudexError, ValueError):
    """A mistake of the caller. The message says what to do instead."""


class RestoreError(LudexError, ValueError):
    """A saved state that cannot be taken up again."""


@dataclass(frozen=True)
class Diagnostic:
    """One thing that is wrong or odd in a game or a level. Lines and columns count from 1."""

    severity: str
    code: str
    message: str
    line: int
    column: int
    note: str
    hint: str | None

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}"
        hint = f"\n  {self.hint}" if self.hint else ""
        return f"{place}: {self.severity}[{self.code}]: {self.message}{hint}"


class GameError(LudexError, ValueError):
    """A text that is no game. The fields are those of the first error; `diagnostics` has all."""

    def __init__(self, message: str, diagnostics: list[Diagnostic] | None = None) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics or []
        errors = [d for d in self.diagnostics if d.severity == "error"] or self.diagnostics
        first = errors[0] if errors else None
        self.line: int | None = first.line if first else None
        self.column: int | None = first.column if first else None
        self.hint: str | None = first.hint if first else None
        self.code: str | None = first.code if first else None

    def __reduce__(self) -> tuple[type[GameError], tuple[str, list[Diagnostic]]]:
        return (type(self), (str(self), self.diagnostics))

    @classmethod
    def _of(cls, name: str, findings: list[tuple[str, str, str, int, int, str, str | None]]) -> GameError:
        diagnostics = [Diagnostic(*finding) for finding in findings]
        lines = [str(d) for d in diagnostics if d.severity == "error"] or [str(d) for d in diagnostics]
        return cls(f"{name} cannot be read:\n" + "\n".join(lines), diagnostics)
