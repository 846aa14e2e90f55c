#!/usr/bin/env bash
# Several houses on one database lose nothing that they have told anybody when one of them, the database or the network fails.
# tools/cluster does it with more tables, more often, and measures times.
. "$(dirname "$0")/tap.sh"
cuts=$([ "$(id -u)" -eq 0 ] && echo cut) # only root can make networks

same_file() { diff <(awk '/^```haproxy$/ {on = 1; next} /^```/ {on = 0} on' doc/operating.md) install/haproxy.cfg; }
check "doc/operating.md shows install/haproxy.cfg" same_file
check "nodes, the network and the database fail" tools/cluster --short --build "$BUILD/release" kill stop $cuts promote roll restore
check "nodes fail, asan" tools/cluster --short --build "$BUILD/asan" kill stop roll
check "what one must not tell apart is the same through the proxy" tools/cluster --short --build "$BUILD/release" twins
finish
