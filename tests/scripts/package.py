"""package.py PROGRAM UNIT - opens a house as the unit of systemd would, with PROGRAM, closes it, and copies what
it kept."""
import os
import pathlib
import re
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.request

program, unit = sys.argv[1], pathlib.Path(sys.argv[2]).read_text(encoding="utf-8")
command = re.search(r"^ExecStart=safehouse (.*)$", unit, re.M)[1]

with tempfile.TemporaryDirectory() as folder:
    command = command.replace("${STATE_DIRECTORY}", folder).replace("$OPTIONS", "--port 0")
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listener.bind(folder + "/notify")
    listener.settimeout(20)
    env = dict(os.environ, NOTIFY_SOCKET=folder + "/notify", WATCHDOG_USEC="100000")
    with subprocess.Popen([program, *shlex.split(command)], env=env, stdout=subprocess.PIPE, text=True) as house:
        try:
            url = re.search(r"http://\S+", house.stdout.readline())[0]
            assert listener.recv(100) == b"READY=1"
            with urllib.request.urlopen(url + "/healthz", timeout=20) as answer:
                assert answer.status == 200 and answer.read() == b"ok\n"
            assert listener.recv(100) == b"WATCHDOG=1"
            house.send_signal(signal.SIGTERM)
            while (word := listener.recv(100)) != b"STOPPING=1":
                assert word == b"WATCHDOG=1"
            assert house.wait(timeout=20) == 0
        finally:
            house.kill()
    subprocess.run([program, "backup", folder + "/copy.db", "--data", folder + "/safehouse.db"], check=True)
    for name in "safehouse.db", "copy.db":  # which have the secrets of deals
        kept = os.stat(f"{folder}/{name}")
        assert kept.st_size > 0 and kept.st_mode & 0o077 == 0
