#!/bin/sh
# Records which action was taken, for which notification, and the text that came with it, byte for byte.
set -eu
journal=$HOME/.local/state/carillon-examples.log
mkdir -p "$(dirname "$journal")"
printf '%s action=%s request=%s text=%s\n' "$1" "${CARILLON_ACTION-}" "${CARILLON_REQUEST-}" "${CARILLON_TEXT-}" >>"$journal"
