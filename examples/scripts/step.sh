#!/bin/sh
# Stands for one step of a chain.
set -eu
echo "$1 done after ${CARILLON_CAUSE_RULE:-nothing}"
