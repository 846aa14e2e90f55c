#!/usr/bin/env bash
# The board of The Agents, at every size and in every language, in a real browser.
exec "${BUILD:-build}/page/node" tests/browser/agents.mjs
