#!/bin/sh
# GNU parallel: the shards of a suite on the machines of hosts.txt, then one report. Each machine has dyno and the tests in ~/tests.
set -eu
count=$(grep -c . hosts.txt)
seq "$count" | parallel --sshloginfile hosts.txt --return 'shard-{}.json' --cleanup \
  "dyno test tests --shard {}/$count --report json:shard-{}.json" || true
# The exit code is that of the whole suite.
dyno report merge shard-*.json --report terminal --report html:report.html
