#!/usr/bin/env python3
"""sight - reads `safehouse replay --json` and prints it for people: each move, and under it the fields that it changed."""
import json
import sys

before = {}
for line in sys.stdin:
    now = json.loads(line)
    print("start" if now["move"] is None else f"{now['ply']} {now['who']} {now['move']}")
    for field, value in now["view"].items():
        if before.get(field, ...) != value:
            print(f"    {field} {json.dumps(value)}")
    before = now["view"]
