"""
Engine, agents and experiments of Ludex, for Python. Use the package `ludex`, which is built on it.
"""

from pathlib import Path
import typing
import numpy
import numpy.typing
from typing import Final, SupportsFloat, SupportsIndex, final

__all__ = ["DEFAULT_SEED", "__version__", "Agent", "Batch", "Env", "Game", "Observation", "Rows", "Simulator", "State", "Turn", "action_names", "bundled_games", "cli", "export_csv", "loop_for_bench", "panic_for_tests", "play_arena", "report"]

DEFAULT_SEED: Final[int]
__version__: Final[str]

@final
class Agent:
    """
    A planning agent, written as text, such as `Agent("olets")` or `Agent("samplemcts(depth=12)")`.

    Call it with a state and it says what it would do. It remembers from call to call what it found out, as in a game; a state
    at tick 0, another game or another budget makes it begin anew.
    """
    def __call__(self, /, state: State, budget: str = "40ms-cpu", player: SupportsIndex = 0) -> str:
        """
        What the agent would do in a state: the name of an action. Budgets are 40ms-cpu, 40ms, 480fm, 50it or several joined by +.
        """
    def __new__(cls, /, text: str, seed: SupportsIndex = 1) -> Agent: ...
    def __reduce__(self, /) -> "tuple[object, ...]": ...
    def __repr__(self, /) -> str: ...
    def insight(self, /) -> "dict[str, typing.Any]":
        """
        What the agent thought at its last decision: `actions` (name, value and visits of each), `depth`, `nodes`, `plan` (cells as
        column, row and strength), `tables`, and `calls` and `iterations` that it spent.
        """
    def reset(self, /) -> None:
        """
        Forgets what it found out.
        """
    @property
    def text(self, /) -> str:
        """
        The agent's text in its full form.
        """

@final
class Batch:
    """
    Games played in step, written into arrays of the caller. The environments of the package are built on it.
    """
    def __len__(self, /) -> int:
        """
        How many games are played.
        """
    def __new__(cls, /, games: "list[tuple[Game, list[int | str]]]", num_envs: SupportsIndex, obs: str = "none", block: SupportsIndex = 10, depth: SupportsIndex = 4, entities: SupportsIndex = 256, autoreset: str = "next_step", max_ticks: "int | None" = None, win_reward: SupportsFloat | SupportsIndex = 0.0, loss_reward: SupportsFloat | SupportsIndex = 0.0, threads: SupportsIndex = 0) -> Batch: ...
    @property
    def actions(self, /) -> list[str]:
        """
        The names of the actions, in the order of their numbers.
        """
    def next_seeds(self, /) -> "numpy.typing.NDArray[numpy.int64]":
        """
        The seeds of the games that begin next.
        """
    @property
    def players(self, /) -> int:
        """
        How many play each game.
        """
    def reset(self, /, seeds: "numpy.typing.NDArray[numpy.int64]", rows: Rows, mask: "numpy.typing.NDArray[numpy.bool_] | None" = None) -> None:
        """
        Begins games. Seeds are given for all; only those where the mask is true begin, if there is one.
        """
    def set_state(self, /, env: SupportsIndex, state: State) -> None:
        """
        Goes on in an environment from a state of its game.
        """
    @property
    def shape(self, /) -> list[int]:
        """
        The shape of one observation.
        """
    def state(self, /, env: SupportsIndex) -> State:
        """
        A copy of the state of an environment.
        """
    def step(self, /, actions: "numpy.typing.NDArray[numpy.int64]", rows: Rows, last: "Rows | None" = None) -> None:
        """
        Plays a tick everywhere. If there are rows for last moments, those of games that ended and began anew are written there.
        """
    def texts(self, /, player: SupportsIndex = 0) -> list[str]:
        """
        What the players of all environments are told in words.
        """

@final
class Env:
    """
    One environment. The package's environments for Gymnasium and PettingZoo are built on it.
    """
    def __new__(cls, /, game: Game, levels: "list[int | str]", obs: str = "planes", block: SupportsIndex = 10, depth: SupportsIndex = 4, entities: SupportsIndex = 256, max_ticks: "int | None" = None, win_reward: SupportsFloat | SupportsIndex = 0.0, loss_reward: SupportsFloat | SupportsIndex = 0.0) -> Env: ...
    @property
    def actions(self, /) -> list[str]:
        """
        The names of the actions, in the order of their numbers.
        """
    @property
    def ended(self, /) -> bool:
        """
        Has the game ended, or not begun yet?
        """
    def mask(self, /, player: SupportsIndex = 0) -> "numpy.typing.NDArray[numpy.int8]":
        """
        Which actions a player's avatar has: 1 for those that it has.
        """
    def observe(self, /) -> "typing.Any":
        """
        The present observation.
        """
    @property
    def players(self, /) -> int:
        """
        How many play.
        """
    def reset(self, /, seed: "int | None" = None) -> "tuple[typing.Any, dict[str, typing.Any]]":
        """
        Begins a game: with this seed, or with the one that follows the last game's.
        """
    def set_state(self, /, state: State) -> None:
        """
        Goes on from a state of this game, on one of the environment's levels.
        """
    @property
    def shape(self, /) -> list[int]:
        """
        The shape of an observation.
        """
    def state(self, /) -> State:
        """
        A copy of the state.
        """
    def step(self, /, action: "int") -> "tuple[typing.Any, float, bool, bool, dict[str, typing.Any]]":
        """
        Plays a tick: observation, reward, terminated, truncated, info.
        """
    def step_all(self, /, actions: "list[int]") -> tuple[list[float], bool, bool]:
        """
        Plays a tick with an action for each player: rewards of all players, terminated, truncated.
        """

@final
class Game:
    """
    A game: a bundled name, a path, a name in a folder of games, or a description as text.

    `Game("zelda")`, `Game("my/game.vgdl")`, `Game("zelda", games_dir="gvgai/examples")`, `Game(text, levels=[level])`.

    GVGAI plays what it can read of a faulty game. A game or level that is given as text raises an exception instead, unless
    `strict` is False; one that is found by name or path does so only if `strict` is True.
    """
    def __new__(cls, /, source: "str", levels: "list[str] | None" = None, games_dir: "str | None" = None, name: "str | None" = None, strict: "bool | None" = None) -> Game: ...
    def __reduce__(self, /) -> "tuple[object, ...]": ...
    def __repr__(self, /) -> str: ...
    def actions(self, /, level: "int | str" = ...) -> list[str]:
        """
        What avatars of this game can do: NIL, then the actions of all its avatars.
        """
    @property
    def bundled(self, /) -> bool:
        """
        Is it one of the games that ship with Ludex?
        """
    def check(self, /, level: "int | str | None" = None) -> list[tuple[str, str, str, int, int, str, str | None]]:
        """
        What is wrong or odd in the game and, if one is given, in a level: severity, code, message, line, column, note, hint.
        """
    def legend(self, /, level: "int | str" = ...) -> list[tuple[int, str]]:
        """
        The types that observations have planes for: their numbers and names.
        """
    @property
    def levels(self, /) -> list[str]:
        """
        The texts of the levels.
        """
    @property
    def name(self, /) -> str:
        """
        The name.
        """
    @property
    def players(self, /) -> int:
        """
        How many play.
        """
    def restore(self, /, saved: "bytes", level: "int | str" = ...) -> State:
        """
        The state that was saved as these bytes, on the same level.
        """
    def rules(self, /, style: str = "english") -> str:
        """
        The rules: as they are written ("vgdl") or in plain English ("english").
        """
    def state(self, /, level: "int | str" = ..., seed: SupportsIndex = 1) -> State:
        """
        The beginning of a game on a level, given by its number or its text.
        """
    @property
    def text(self, /) -> str:
        """
        The description, as text.
        """
    @property
    def types(self, /) -> list[str]:
        """
        The names of all types of sprites; the index is the type's number.
        """

@final
class Observation:
    """
    What an agent may see of a state: everything that GVGAI shows its agents, and no rules or names.

    Sprites are tuples: number, type, category, x and y in pixels. Categories are avatar, resource, portal, npc, static,
    from_avatar and movable.
    """
    def __repr__(self, /) -> str: ...
    def actions(self, /, player: SupportsIndex = 0) -> list[str]:
        """
        The actions of a player's avatar, without NIL; none after the end of the game.
        """
    def avatar_health(self, /, player: SupportsIndex = 0) -> tuple[int, int, int] | None:
        """
        Health points of a player's avatar: now, the most it has had, and the most it can have.
        """
    def avatar_last_action(self, /, player: SupportsIndex = 0) -> str:
        """
        The action that a player took last.
        """
    def avatar_orientation(self, /, player: SupportsIndex = 0) -> tuple[float, float]:
        """
        Where a player's avatar faces.
        """
    def avatar_position(self, /, player: SupportsIndex = 0) -> tuple[float, float]:
        """
        Where a player's avatar is, in pixels.
        """
    def avatar_resources(self, /, player: SupportsIndex = 0) -> list[tuple[int, int]]:
        """
        What a player holds: amounts by type.
        """
    def avatar_speed(self, /, player: SupportsIndex = 0) -> float:
        """
        The speed of a player's avatar.
        """
    def avatar_type(self, /, player: SupportsIndex = 0) -> int | None:
        """
        The type of a player's avatar.
        """
    @property
    def block(self, /) -> int:
        """
        Pixels of a cell.
        """
    def events(self, /) -> list[tuple[int, bool, int, int, int, int, int, int]]:
        """
        What has touched the avatars and what they made, in order: tick, is it something that the avatar made, types of both,
        numbers of both, x and y of the first.
        """
    def grid(self, /) -> list[list[list[tuple[int, int, str, int, int]]]]:
        """
        The sprites in each cell, by column and row.
        """
    @property
    def grid_size(self, /) -> tuple[int, int]:
        """
        Columns and rows of the level.
        """
    def is_avatar_alive(self, /, player: SupportsIndex = 0) -> bool:
        """
        Is a player's avatar alive?
        """
    @property
    def is_game_over(self, /) -> bool:
        """
        Is the game decided for all players?
        """
    def of_category(self, /, name: str, near: "tuple[float, float] | None" = None) -> list[list[tuple[int, int, str, int, int]]]:
        """
        The sprites of a category, a list for each type, nearest to the position first.
        """
    @property
    def players(self, /) -> int:
        """
        How many play.
        """
    def score(self, /, player: SupportsIndex = 0) -> float:
        """
        A player's score.
        """
    def sprites(self, /) -> list[tuple[int, int, str, int, int]]:
        """
        All visible sprites.
        """
    @property
    def tick(self, /) -> int:
        """
        The tick.
        """
    @property
    def type_count(self, /) -> int:
        """
        How many types of sprites there are.
        """
    def winner(self, /, player: SupportsIndex = 0) -> int:
        """
        -1 while nothing is decided for a player, 0 for a loss, 1 for a win.
        """
    @property
    def world_size(self, /) -> tuple[int, int]:
        """
        Width and height of the level in pixels.
        """

@final
class Rows:
    """
    The arrays that a batch writes to. They are checked once, when this is made.
    """
    def __new__(cls, /, observations: "numpy.typing.NDArray[typing.Any] | None", rewards: "numpy.typing.NDArray[numpy.float64]", terminated: "numpy.typing.NDArray[numpy.bool_]", truncated: "numpy.typing.NDArray[numpy.bool_]", scores: "numpy.typing.NDArray[numpy.float64]", winners: "numpy.typing.NDArray[numpy.int64]", ticks: "numpy.typing.NDArray[numpy.int64]", masks: "numpy.typing.NDArray[numpy.int8]", levels: "numpy.typing.NDArray[numpy.int64]") -> Rows: ...

@final
class Simulator:
    """
    A game to try actions in. Every tick is paid for out of the budget of its turn.
    """
    @property
    def actions(self, /) -> list[str]:
        """
        The actions of the agent's avatar, without NIL.
        """
    def advance(self, /, action: "str") -> bool:
        """
        Plays a tick with this action. False, and nothing happens, if the budget has no forward-model call left.
        """
    def copy(self, /) -> Simulator:
        """
        An independent copy with the same future.
        """
    @property
    def is_over(self, /) -> bool:
        """
        Has the game ended?
        """
    def observe(self, /) -> Observation:
        """
        What the agent would see.
        """
    def reseed(self, /, seed: SupportsIndex) -> None:
        """
        Gives what happens by chance from now on another course.
        """
    @property
    def score(self, /) -> float:
        """
        The agent's score.
        """
    @property
    def winner(self, /) -> int:
        """
        -1 while nothing is decided, 0 for a loss, 1 for a win.
        """

@final
class State:
    """
    A game in progress: a value that can be copied, advanced, saved and compared.
    """
    def __copy__(self, /) -> State: ...
    def __deepcopy__(self, /, memo: "object") -> State: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __reduce__(self, /) -> "tuple[object, ...]": ...
    def __repr__(self, /) -> str:
        """
        Everything at a glance.
        """
    def _repr_png_(self, /) -> bytes: ...
    def actions(self, /, player: SupportsIndex = 0) -> list[str]:
        """
        The actions of a player's avatar now, NIL first.
        """
    def advance(self, /, actions: "str | list[str]") -> None:
        """
        Plays a tick of the forward model: what agents plan with. Players without an action stand still.
        """
    def copy(self, /) -> State:
        """
        An independent copy.
        """
    def copy_from(self, /, other: State) -> None:
        """
        Becomes a copy of another state of the same game and level, in memory that is already there.
        """
    def describe(self, /, player: SupportsIndex = 0) -> str:
        """
        The state in words, as a player is told of it.
        """
    def digest(self, /, rng: bool = True) -> int:
        """
        A number for everything that decides the future, with the random generator or without it. Equal states have equal ones.
        """
    @property
    def game(self, /) -> Game:
        """
        The game.
        """
    def gif(self, /, block: SupportsIndex = 24, fps: SupportsFloat | SupportsIndex = 20.0) -> bytes:
        """
        The game so far as the bytes of an animated GIF.
        """
    def history(self, /) -> list[list[str]] | None:
        """
        The actions of every tick so far, a list with one for each player; none if not all of it was played with `play`.
        """
    @property
    def is_over(self, /) -> bool:
        """
        Has the game ended?
        """
    @property
    def level(self, /) -> int | str:
        """
        The level: its number, or its text if it is none of the game's own.
        """
    def observe(self, /) -> Observation:
        """
        What agents may see.
        """
    def play(self, /, actions: "str | list[str]") -> None:
        """
        Plays a tick of the game itself: actions that the avatar does not have become NIL, ESCAPE leaves the game.
        """
    def png(self, /, block: SupportsIndex = 24) -> bytes:
        """
        A picture as the bytes of a PNG file.
        """
    def record(self, /, path: "str") -> None:
        """
        Writes the game so far as a recording for `ludex replay` and `ludex verify`; compressed if the name ends in .gz.
        """
    def render(self, /, block: SupportsIndex = 24) -> "numpy.typing.NDArray[numpy.uint8]":
        """
        A picture: an array of height, width and the colours red, green and blue.
        """
    def reseed(self, /, seed: SupportsIndex) -> None:
        """
        Gives what happens by chance from now on another course.
        """
    def save(self, /) -> bytes:
        """
        The state as bytes, for `Game.restore` on the same level.
        """
    @property
    def score(self, /) -> float:
        """
        The score of the first player.
        """
    @property
    def scores(self, /) -> list[float]:
        """
        The scores of all players.
        """
    @property
    def seed(self, /) -> int:
        """
        The seed that the game began with.
        """
    @property
    def tick(self, /) -> int:
        """
        The ticks played.
        """
    @property
    def winners(self, /) -> list[int]:
        """
        For each player -1 while nothing is decided, 0 for a loss, 1 for a win.
        """
    @property
    def won(self, /) -> bool | None:
        """
        Has the first player won (True), lost (False), or neither (None)?
        """

@final
class Turn:
    """
    One decision: what the agent sees, what it may spend, and the way to simulators.
    """
    def __new__(cls, /, state: State, budget: str = "40ms-cpu", player: SupportsIndex = 0, seed: SupportsIndex = 1, preparation: bool = False) -> Turn:
        """
        A turn at a state, for agents that are asked outside of a game. With `preparation` the budget is that before the first
        tick.
        """
    @property
    def actions(self, /) -> list[str]:
        """
        The actions of the agent's avatar, without NIL.
        """
    @property
    def calls(self, /) -> int:
        """
        Forward-model calls made in this turn.
        """
    @property
    def calls_left(self, /) -> int | None:
        """
        Forward-model calls that may still be made, where they are limited.
        """
    @property
    def elapsed(self, /) -> float | None:
        """
        Seconds since the turn began, where time is limited.
        """
    @property
    def iterations(self, /) -> int:
        """
        Iterations begun in this turn.
        """
    def next_iteration(self, /) -> bool:
        """
        Is there budget for another iteration? Then it is counted: call this once for each.
        """
    def observe(self, /) -> Observation:
        """
        What the agent sees.
        """
    @property
    def player(self, /) -> int:
        """
        Which player the agent is.
        """
    def simulator(self, /) -> Simulator:
        """
        A copy of the game to try actions in, with a future of its own.
        """
    @property
    def spent(self, /) -> float:
        """
        The share of the budget that has been spent, from 0 to 1, of whatever is scarcest.
        """

def action_names() -> list[str]:
    """
    The names of all actions.
    """

def bundled_games() -> list[tuple[str, str, list[str], int, int]]:
    """
    Name, set, tags, number of levels and number of players of the games that ship with Ludex.
    """

def cli(words: "list[str]") -> int:
    """
    Runs a command line of `ludex`, whose first word is the name of the program, and gives its exit code.
    """

def export_csv(run: "str") -> str:
    """
    All games of a folder of results as comma-separated values with a header.
    """

def loop_for_bench(game: Game, level: "int | str", num_envs: SupportsIndex, milliseconds: SupportsIndex, threads: SupportsIndex = 0) -> float:
    """
    Steps a second of a batch without Python and without observations, for so many milliseconds: what `python -m ludex.bench`
    compares with. Actions are drawn by a generator of its own.
    """

def panic_for_tests() -> None:
    """
    Panics, so that tests can see what becomes of it.
    """

def play_arena(agents: "list[str]", labels: "list[tuple[str, str]]", guests: "list[tuple[str, list[str]]]", games: "list[str]", levels: "str", reps: SupportsIndex, budget: str, seed: SupportsIndex, jobs: "int | None", out: "str | None", games_dir: "str | None", lenient: bool) -> tuple[Path, bool]:
    """
    Plays an experiment; what has been played before is not played again. Gives the folder of the results and whether the run
    was stopped before its end. Labels are agents with what they are called, guests agents with the command line of their process.
    """

def report(runs: "list[str]", format: "str", labels: "list[tuple[str, str]]", control: "str | None" = None, out: "str | None" = None) -> str:
    """
    What the results of runs say: as text, markdown, latex, csv, html or json; or all of it in a folder. Labels are agents with what
    they are called; with a control, all others are compared with that one.
    """
