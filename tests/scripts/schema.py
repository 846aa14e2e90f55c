"""schema.py PROGRAM RECORD... - every line of the records' replays, for every reader, matches `safehouse schema`; lines with
something wrong in them do not."""
import copy
import json
import re
import subprocess
import sys

import jsonschema

program = sys.argv[1]


def safehouse(*words):
    return subprocess.run([program, *words], stdin=subprocess.DEVNULL, check=True, capture_output=True).stdout.decode()


def readers(record):
    seats = int(re.search(r"^seats (\d+)$", record, re.M)[1])
    return [[], ["--seat", "room"], *(["--seat", str(q)] for q in range(seats))]


def spoilt(line):
    """The line with each value in turn replaced by an object that is allowed nowhere."""
    for place in line, line["view"], *([line["heard"]] if line["heard"] else []):
        for key, value in list(place.items()):
            del place[key]
            yield f"without {key}", line
            place[key] = {"what": "is this"}
            yield f"{key} is of another type", line
            if isinstance(value, list):
                place[key] = value + [{"what": "is this"}]
                yield f"{key} has one more", line
            place[key] = value
        place["more"] = 1
        yield "with one more key", line
        del place["more"]


odd = lines = bad_lines = 0
for path in sys.argv[2:]:
    record = open(path, encoding="utf-8").read()
    schema = json.loads(safehouse("schema", re.search(r"^game (\S+)$", record, re.M)[1]))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for who in readers(record):
        replayed = [json.loads(line) for line in safehouse("replay", "--json", *who, path).splitlines()]
        for line in replayed[:: 1 if not who else 7]:  # all lines of the whole state, some of each reader
            lines += 1
            for error in validator.iter_errors(line):
                odd += 1
                print(path, *who, f"ply {line['ply']}: {error.json_path}: {error.message[:200]}")
        for what, line in spoilt(copy.deepcopy(replayed[len(replayed) // 2])):
            bad_lines += 1
            if validator.is_valid(line):
                odd += 1
                print(path, *who, f"valid all the same: {what}")
print(f"{lines} lines, {bad_lines} spoilt ones")
sys.exit(bool(odd) or not lines)
