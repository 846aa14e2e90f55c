"""soak GAMES PROGRAM - see tools/soak."""
import itertools
import json
import subprocess
import sys

games, program = sys.argv[1:]


def orders(game):
    """The usual options, each with one of them changed, and what the game wants to have tried besides."""
    yield []
    for option in game["options"]:
        values = option["values"]
        for value in values.split("|") if "|" in values else values.split(".."):
            if value not in ("...", option["usual"]):
                yield [f"{option['key']}={value}"]
    for setting in game["further"]:
        yield [f"{key}={value}" for key, value in setting.items()]


def simulate(game, edition, seats, settings):
    line = [program, "simulate", game, "--edition", str(edition), "--seats", str(seats), "--games", games, "--bots", "random",
            "--json"]
    for setting in settings:
        line += ["--option", setting]
    return subprocess.run(line, capture_output=True, text=True)


for game in json.loads(subprocess.run([program, "games", "--json"], capture_output=True, check=True).stdout):
    editions, seats_of = range(game["oldest"], game["edition"] + 1), range(game["seats"][0], game["seats"][1] + 1)
    for edition, seats, settings in itertools.product(editions, seats_of, list(orders(game))):
        done = simulate(game["game"], edition, seats, settings)
        name = " ".join([game["game"], f"edition {edition}", f"seats {seats}", *settings])
        if done.returncode == 2 and settings:  # the game refuses this combination
            continue
        if done.returncode:
            sys.exit(f"{name}: {done.stderr.strip() or done.returncode}")
        sums = json.loads(done.stdout)
        if sums["nobody"]:
            sys.exit(f"{name}: {sums['nobody']} games without a winner")
        print(f"{name}: {sums['games']} games, {sums['plies']} moves a game, wins {sums['wins']}", flush=True)
