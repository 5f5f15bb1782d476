"""Something to do as soon as a module is imported, so that nobody has to import it for that."""

from __future__ import annotations

import sys
from importlib.abc import Loader, MetaPathFinder
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType


class _Finder(MetaPathFinder):
    """Finds one module as the others would, and adds the call to its loading."""

    def __init__(self, name: str, module: str, function: str) -> None:
        self.name, self.module, self.function = name, module, function

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        sys.meta_path.remove(self)
        for finder in sys.meta_path:
            spec = finder.find_spec(fullname, path, target)
            if spec is not None:
                if spec.loader is not None:
                    spec.loader = _Loader(spec.loader, self.module, self.function)
                return spec
        return None


class _Loader(Loader):
    def __init__(self, loader: Loader, module: str, function: str) -> None:
        self.loader, self.module, self.function = loader, module, function

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        # From here on the module has its own loader again.
        module.__loader__ = self.loader
        if module.__spec__ is not None:
            module.__spec__.loader = self.loader
        self.loader.exec_module(module)
        from importlib import import_module

        getattr(import_module(self.module), self.function)()


def after_import(name: str, module: str, function: str) -> None:
    """Calls a function of a module once another module has been imported."""
    sys.meta_path.insert(0, _Finder(name, module, function))
