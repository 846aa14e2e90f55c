"""browser-nodes.py - runs tests/browser/nodes.mjs in front of three nodes, and does to them what it asks for."""
import os
import subprocess
import sys

from cluster import ROOT, Cluster

BUILD = ROOT / "build" if "BUILD" not in os.environ else os.environ["BUILD"]


def do(cluster, what, name=None):
    name = name or cluster.busiest()
    getattr(cluster.nodes[name], {"restart": "stop", "kill": "kill"}[what])()
    cluster.start(name)
    cluster.wait_up(name)


with Cluster(ROOT / BUILD / "release", options=["--limit", "delay=1"]) as own:
    with subprocess.Popen([f"{BUILD}/page/node", "tests/browser/nodes.mjs", f"http://127.0.0.1:{own.proxy.port}"],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as page:
        for line in page.stdout:
            if line.startswith("do "):
                do(own, *line.split()[1:])
                page.stdin.write("done\n")
                page.stdin.flush()
            else:
                print(line, end="", flush=True)
sys.exit(page.returncode)
