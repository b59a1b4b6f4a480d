#!/bin/sh
# Stands for a backup: archives nothing, and says what it would save.
set -eu
echo "saving ${1:-everything}, attempt ${CARILLON_ATTEMPT:-1}"
