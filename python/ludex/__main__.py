"""The command line of Ludex: `ludex` and `python -m ludex`."""

import sys

from ._ludex import cli


def main() -> int:
    """Runs the command line that this program was called with."""
    return cli(["ludex", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
