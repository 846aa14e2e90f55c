"""command.py PROGRAM - checks what the commands write with --json."""
import json
import subprocess
import sys


def read(*words):
    out = subprocess.run([sys.argv[1], *words, "--json"], stdin=subprocess.DEVNULL, check=True, capture_output=True).stdout
    return json.loads(out)


def simulate(game, seats, seed):
    return read("simulate", game, "--seats", str(seats), "--seed", seed, "--games", "50")


games = read("games")
assert len({game["game"] for game in games}) == len(games) > 0
for game in games:
    low, high = game["seats"]
    assert 2 <= low <= high <= 7 and game["name"] and game["edition"] >= 1 and "random" in game["bots"]
    assert all(option["key"] and option["usual"] and option["about"] for option in game["options"])
    assert all(deck["columns"] and "file" in deck for deck in game["decks"])
    for statement in game["talk"]:
        assert statement["state"] and "{0}" in statement["says"] and 1 <= len(statement["with"]) <= 3
        assert all("things" in part or part["of"] == "seat" for part in statement["with"])
    for seats in range(low, high + 1):
        one = simulate(game["game"], seats, "a5")
        assert one == simulate(game["game"], seats, "A5") == simulate(game["game"], seats, "000a5")
        other = simulate(game["game"], seats, "a6")
        assert (one["wins"], one["points"], one["plies"]) != (other["wins"], other["points"], other["plies"])
        assert one["game"] == game["game"] and one["seats"] == seats and one["games"] == 50 and one["plies"] > 0
        assert int(one["seed"], 16) == 0xA5
        dummies = 1 if game["game"] == "inside-job" and seats == 2 else 0
        assert len(one["bots"]) == seats and len(one["wins"]) == len(one["points"]) == seats + dummies
        assert sum(one["wins"]) >= 50

talk = {statement["state"]: statement for game in games if game["game"] == "inside-job" for statement in game["talk"]}
assert [part["of"] for part in talk["claim"]["with"]] == ["card", "reason"] and talk["suspect"]["with"] == [{"of": "seat"}]
assert talk["claim"]["with"][1]["things"]["mission"] == "for the mission" and len(talk["ask"]["with"][1]["things"]) == 52

rows = read("bench")
assert [(row["game"], row["seats"]) for row in rows] == [
    (game["game"], seats) for game in games for seats in range(game["seats"][0], game["seats"][1] + 1)]
assert all(row["games_per_s"] > 0 and row["plies_per_s"] > row["games_per_s"] for row in rows)
