#!/usr/bin/env bash
# Deletes every private cluster and what was built; the extension stays installed.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

for record in "$state_dir"/*.cluster; do
    [ ! -f "$record" ] || "$root/scripts/cluster.sh" destroy "$(basename "$record" .cluster)"
done
rm -rf "$state_dir" "$root/target"
