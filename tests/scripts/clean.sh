#!/usr/bin/env bash
# No file of the project contains a path of somebody's machine.
. "$(dirname "$0")/tap.sh"
no_machine_paths() { ! project_files | xargs -d '\n' grep -nIE '/(home|root|work)/'; }
check "no paths of a machine" no_machine_paths
finish
