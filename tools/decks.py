"""decks GAMES PROGRAM - see tools/decks."""
import collections
import csv
import pathlib
import statistics
import subprocess
import sys
import tempfile

games, program = int(sys.argv[1]), sys.argv[2]
DECKS = pathlib.Path(__file__).resolve().parent.parent / "decks"


def cards(name):
    lines = [line for line in (DECKS / name).read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [row["name"] for row in csv.DictReader(lines)]


AGENTS, SITUATIONS = cards("agents.csv"), cards("agents-situations.csv")


class Sums:
    """What happened in all games with so many players."""

    def __init__(self):
        self.rounds, self.turns, self.scored, self.first = [], 0, 0, 0.0
        self.times = collections.Counter()  # a card of this name was played, laid
        self.won = collections.Counter()  # by the winner (a tie counts in part)


def read(path, seats, sums):
    lines = path.read_text(encoding="ascii").splitlines()
    winners = [int(seat) for line in lines if line.startswith("winners ") for seat in line.split()[1:]]
    points = [int(n) for line in lines if line.startswith("points ") for n in line.split()[1:]]
    first, ends, seen = None, collections.Counter(), set()
    for who, verb, *args in (line.split() for line in lines[lines.index("begin") + 1:] if " " in line):
        if verb == "first":
            first = int(args[0])
        elif verb == "end":
            ends[who] += 1
        elif verb in ("play", "send", "lay") and who.isdigit():
            name = SITUATIONS[int(args[0]) - 1] if verb == "lay" else AGENTS[int(args[0]) - 1]
            if verb == "lay" and (args[1] == "hand" or (name, who) in seen):
                continue
            share = (int(who) in winners) / len(winners)
            sums.times[name] += 1
            sums.won[name] += share
            seen.add((name, who))
    turns = sum(ends.values())
    sums.rounds.append(-(-turns // seats))
    sums.turns += turns
    sums.scored += sum(points) - 5 * seats
    sums.first += (first in winners) / len(winners)


def play(seats):
    sums = Sums()
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "record"
        for seed in range(1, games + 1):
            subprocess.run([program, "simulate", "agents", "--seats", str(seats), "--bots", "sensible", "--seed",
                            f"{seed:x}", "--record", str(path)], check=True, stdout=subprocess.DEVNULL)
            read(path, seats, sums)
    return sums


def row(*cells):
    print("| " + " | ".join(cells) + " |")


all_sums = {seats: play(seats) for seats in range(2, 6)}
row("players", "rounds: median", "middle half", "longest", "points a turn", "the first player wins")
row(*["---"] * 6)
for seats, sums in all_sums.items():
    low, middle, high = statistics.quantiles(sums.rounds, n=4)
    row(str(seats), f"{middle:g}", f"{low:g} to {high:g}", str(max(sums.rounds)), f"{sums.scored / sums.turns:.2f}",
        f"{100 * sums.first / games:.0f}% (a fair share: {100 / seats:.0f}%)")
print()
row("card", "copies", *(f"{seats} players" for seats in all_sums))
row(*["---"] * 6)
copies = collections.Counter(AGENTS + SITUATIONS)
for name in copies:
    row(name, str(copies[name]),
        *(f"{sums.times[name] / games / copies[name]:.2f}, {100 * sums.won[name] / max(sums.times[name], 1):.0f}%"
          for sums in all_sums.values()))
