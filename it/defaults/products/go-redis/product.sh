product="go-redis"
kind="Go"
command="go run ."
request="--in-flight=/slow"
number=$((10 * $(nproc)))
limit="application-pool|concurrency-limit"
setting="PoolSize (10 a processor)"
source="https://pkg.go.dev/github.com/redis/go-redis/v9#Options"

install() {
    debian redis-server
    go_programs github.com/redis/go-redis/v9@v9.23.0
}
version() { go_version github.com/redis/go-redis/v9; }
start() {
    apart redis-server --bind 127.0.0.1 --port "$BACK_PORT" --save ""
    REDIS_ADDR="127.0.0.1:$BACK_PORT" exec "$WORK/bin/app"
}
