"""serve.py - a house, and the players that load it, for tools/load, tools/compare and tools/cluster."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import urllib.request

SECONDS = 8  # of play
TICK = os.sysconf("SC_CLK_TCK")
LIMITS = ["address-sockets=100000", "address-http=100000", "address-new=1000000", "address-bytes=1073741824", "address-time=1000000",
          "person-time=1000000", "rate=10000", "sockets=18000"]


def rate_of(tables):
    """Moves a second: 12 at each table, but not more than a house carries."""
    return min(12 * tables, 12000)


def cpu_of(pid):
    """Seconds that a process has used, and its children that have ended."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return sum(map(int, fields[11:15])) / TICK


class Serve:
    """A house on a file, or with other options."""

    def __init__(self, build, data, *words, port=0, log=None, inside=()):
        command = [*inside, build / "safehouse", "serve", "--port", str(port), "--data", data, *words]
        known = subprocess.run([build / "safehouse", "help", "serve"], stdout=subprocess.PIPE, text=True, check=True).stdout
        for limit in LIMITS:
            if f" {limit.split('=')[0]}=" in known:  # an older house has fewer
                command += ["--limit", limit]
        self.log = open(log or f"{data}.log", "ab")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, env=dict(os.environ, LC_ALL="C"))
        first = self.process.stdout.readline().decode()
        if "://" not in first:
            raise OSError(f"no house: {first}{pathlib.Path(self.log.name).read_text()[-2000:]}")
        self.url = first.split()[-1]
        self.port = self.url.rsplit(":", 1)[1]

    def cpu(self):
        return cpu_of(self.process.pid)

    def memory(self):
        """Bytes of this process alone."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Private_Dirty"):
                return int(line.split()[1]) * 1024

    def metric(self, name):
        with urllib.request.urlopen(f"{self.url}/metrics") as answer:
            return next(int(line.split()[1]) for line in answer.read().decode().splitlines()
                        if line.startswith(f"safehouse_{name} "))

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(30) == 0, "the house did not close well"


class Load:
    """Players of tests/load/load.c."""

    def __init__(self, build, serve, *what):
        self.process = subprocess.Popen([build / "load", serve.port, *map(str, what)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def line(self):
        line = self.process.stdout.readline()
        if not line:
            sys.exit("The load broke off.")
        return json.loads(line)

    def stop(self):
        self.process.stdin.close()
        return self.process.wait(30)
