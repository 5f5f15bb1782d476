"""A small agent for Ludex: tries every action in a few random futures and takes the best.

ludex run aliens --agent 'program(cmd="python3 bot.py")' --budget 1000fm
"""
import json, random, sys

OUTCOME = {"NO_WINNER": 0, "PLAYER_LOSES": -1000, "PLAYER_WINS": 1000}


def hear():
    return json.loads(sys.stdin.readline() or '{"type": "end"}')


def say(kind, **fields):
    print(json.dumps({"type": kind, **fields}), flush=True)


def choose(actions, calls, depth=10):
    """Plays every action and then chance, in one batch of model calls."""
    rounds = max(1, (calls or 500) // (depth * max(1, len(actions))))
    batch, values = [], dict.fromkeys(actions, 0.0)
    for action in actions * rounds:
        future = [action] + random.choices(actions, k=depth - 1)
        batch += [{"copy": 0, "to": 1}, {"advance": 1, "actions": future}]
    say("model", calls=batch)
    for action, result in zip(actions * rounds, hear()["results"][1::2]):
        values[action] += result["gameScore"] + OUTCOME[result["gameWinner"]]
    return max(values, key=values.get, default="ACTION_NIL"), values


hear()
say("hello", protocol=1)
while (message := hear())["type"] != "end":
    if message["type"] == "start":
        random.seed(message["seed"])
        say("ready")
    else:
        action, values = choose(message["observation"]["availableActions"], message["budget"]["calls"])
        thoughts = [{"action": name, "value": value} for name, value in values.items()]
        say("action", action=action, insight={"actions": thoughts})
