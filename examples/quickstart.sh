#!/usr/bin/env bash
# From a fresh clone to a notification that has rung: installs the Debian packages that are missing, builds, shows a
# preview, and runs the service on an example until its action script has run. Leaves nothing behind but the build.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '\n== %s\n' "$1"; }

say "Packages"
wanted=(libyaml-dev libsqlite3-dev libsystemd-dev pkg-config tzdata)
missing=()
for package in "${wanted[@]}"; do
  status=$(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null || true)
  case "$status" in ii*) ;; *) missing+=("$package") ;; esac
done
if [ ${#missing[@]} -gt 0 ]; then
  sudo=
  [ "$(id -u)" -eq 0 ] || sudo=sudo
  $sudo apt-get update -q
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -q -y --no-install-recommends "${missing[@]}"
else
  echo "all there"
fi

say "Build"
swift build -c release --static-swift-stdlib
bin=$(swift build -c release --static-swift-stdlib --show-bin-path)
carillon=$bin/carillon

say "What the office example will do around the next spring change"
"$carillon" next examples/office.yaml --from 2027-03-26T12:00 --count 6 --skipped

folder=$(mktemp -d)
service=
finish() {
  if [ -n "$service" ]; then
    kill "$service" 2>/dev/null || true
    wait "$service" 2>/dev/null || true
  fi
  rm -rf "$folder"
}
trap finish EXIT
chmod 700 "$folder"
journal=$folder/home/.local/state/carillon-examples.log
mkdir "$folder/home"

say "A service on examples/notification-centre.yaml: the first lesson rings in two seconds"
mkfifo "$folder/output"
HOME=$folder/home "$carillon" serve --state "$folder/state" examples/notification-centre.yaml >"$folder/output" 2>&1 &
service=$!
exec 3<"$folder/output"

# Reads what the service writes until a line has the text, at most 30 s.
await() {
  local line
  while IFS= read -r -t 30 line <&3; do
    printf '%s\n' "$line"
    case "$line" in *"$1"*) return 0 ;; esac
  done
  echo "quickstart: '$1' did not come" >&2
  return 1
}
await "Words of the day"

say "Fired by hand, and answered with a comment"
"$carillon" fire news --state "$folder/state"
await "News"
"$carillon" respond news comment --text 'What a day: "quotes" & $(nothing runs)' --state "$folder/state"

say "What the action script recorded"
mkfifo "$folder/wait"
for _ in $(seq 100); do
  [ -s "$journal" ] && break
  read -r -t 0.1 <>"$folder/wait" || true
done
cat "$journal"
grep -qF 'comment action=comment request=news text=What a day: "quotes" & $(nothing runs)' "$journal"

say "What the service has to say"
"$carillon" logs --state "$folder/state" --count 1
"$carillon" history --state "$folder/state"

say "Done. Next: ./examples has files to copy, README.md has the tour"
