"""package.py PROGRAM UNIT TEMPLATE CLIENT - opens a house with PROGRAM as the systemd unit would, closes it, and backs up its
data; then opens it with a certificate, and connects with CLIENT (doc/client.py); then opens one as TEMPLATE, the unit of a node,
would, on the database that tools/postgres gives it."""
import contextlib
import importlib.util
import os
import pathlib
import re
import shlex
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import urllib.request

program, unit, template = sys.argv[1:4]
spec = importlib.util.spec_from_file_location("client", sys.argv[4])
spec.loader.exec_module(client := importlib.util.module_from_spec(spec))


@contextlib.contextmanager
def house(unit, folder, options, data=""):
    """(address, what systemd is told) of an open house; it must close without an error."""
    told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    told.bind("\0safehouse-" + os.path.basename(folder) + options[-8:])
    told.settimeout(20)
    env = dict(os.environ, NOTIFY_SOCKET=told.getsockname().decode().replace("\0", "@"), WATCHDOG_USEC="100000")
    command = re.search(r"^ExecStart=safehouse (.*)$", pathlib.Path(unit).read_text(encoding="utf-8"), re.M)[1]
    for name, value in {"${STATE_DIRECTORY}": folder, "$OPTIONS": options, "${DATA}": shlex.quote(data), "%i": "n1"}.items():
        command = command.replace(name, value)
    words = shlex.split(command)
    with told, subprocess.Popen([program, *words], env=env, stdout=subprocess.PIPE, text=True) as opened:
        try:
            url = re.search(r"https?://\S+", opened.stdout.readline())[0]
            assert told.recv(100) == b"READY=1"
            yield url, told
            opened.send_signal(signal.SIGTERM)
            while (word := told.recv(100)) != b"STOPPING=1":
                assert word == b"WATCHDOG=1"
            assert opened.wait(timeout=20) == 0
        finally:
            opened.kill()


def healthy(url, **how):
    with urllib.request.urlopen(url + "/healthz", timeout=20, **how) as answer:
        assert answer.status == 200 and answer.read() == b"ok\n"


def knock(url, words):
    """Connects, sends some bytes and leaves."""
    at = urllib.parse.urlsplit(url)
    with socket.create_connection((at.hostname, at.port)) as door:
        door.sendall(words)


with tempfile.TemporaryDirectory() as folder:
    with house(unit, folder, "--port 0") as (url, told):
        healthy(url)
        assert told.recv(100) == b"WATCHDOG=1"
        for words in b"", b"GET", b"\x16\x03\x01\x02\x00\x01\x00":
            knock(url, words)
        healthy(url)

    subprocess.run([program, "backup", folder + "/copy.db", "--data", folder + "/safehouse.db"], check=True)
    for name in "safehouse.db", "copy.db":  # they contain the secrets of deals
        kept = os.stat(f"{folder}/{name}")
        assert kept.st_size > 0 and kept.st_mode & 0o077 == 0

    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                    "-keyout", folder + "/key", "-out", folder + "/cert", "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=IP:127.0.0.1"], check=True, stderr=subprocess.DEVNULL)
    os.environ["SSL_CERT_FILE"] = folder + "/cert"
    with house(unit, folder, f"--port 0 --cert {folder}/cert --key {folder}/key") as (url, told):
        assert url.startswith("https://")
        for words in b"", b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00":
            knock(url, words)
        healthy(url, context=ssl.create_default_context())
        assert client.House(url).hear()["house"] == "safehouse"
    with house(template, folder, "--port 0", os.environ["SAFEHOUSE_DATABASE"]) as (url, told):
        healthy(url)
