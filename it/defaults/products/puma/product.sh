product="Puma"
kind="Ruby"
command="puma -b tcp://127.0.0.1:8080"
request="--in-flight=/slow"
number=5
limit="^(server-threads|concurrency-limit|application-pool)\b"
setting="--threads (0:5)"
source="https://github.com/puma/puma/blob/v5.6.5/README.md#thread-pool"

install() { debian puma; }
version() { debian_version puma; }
start() { cd "$SOURCE" && exec puma -b "tcp://127.0.0.1:$PORT"; }
