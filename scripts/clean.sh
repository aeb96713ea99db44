#!/usr/bin/env bash
# Deletes every private cluster, test output and what was built. The extension stays installed, and so
# does a cargo-pgrx in .local/, which takes minutes to build.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

for record in "$state_dir"/*.cluster; do
    [ ! -f "$record" ] || "$root/scripts/cluster.sh" destroy "$(basename "$record" .cluster)"
done
rm -rf "$state_dir/test" "$root/target"
