"""play.py RECORD - prints what people at one screen type to play this record of Dead Drop again, as players and as dealer.

Seats that are typed count from 1.  A person who takes over from another one types an empty line first.  The dealer is not asked if the rules leave only one
outcome: a role when the Mole is found or must be the last one, and everything that is only turned over."""
import sys



def typed(move):
    verb, *rest = move.split()
    if verb in ("role", "card", "search", "accuse"):
        rest[0] = str(int(rest[0]) + 1)
    return " ".join([verb, *rest])


lines = open(sys.argv[1], encoding="utf-8").read().split("begin\n")[1].split("end\n")[0].splitlines()
seats = sum(line.startswith("dealer role") for line in lines)
mole, near = False, None
for line in lines:
    who, move = line.split(" ", 1)
    if who != "dealer":
        print(f"\n{typed(move)}" if who != near else typed(move))
        near = who
    elif move.startswith("role"):
        if not mole and not move.startswith(f"role {seats - 1}"):
            print(typed(move))
        mole |= move.endswith("mole")
    elif move.startswith(("card", "signal")):
        print(typed(move))
