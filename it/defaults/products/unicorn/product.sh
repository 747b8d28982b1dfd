product="Unicorn"
kind="Ruby"
command="unicorn -l 127.0.0.1:8080"
request="--in-flight=/slow"
number=1
limit="^(server-threads|concurrency-limit|application-pool)\b"
setting="worker_processes (1)"
source="https://github.com/defunkt/unicorn/blob/master/lib/unicorn/configurator.rb"

install() { debian unicorn; }
version() { debian_version unicorn; }
start() { cd "$SOURCE" && exec unicorn -l "127.0.0.1:$PORT"; }
