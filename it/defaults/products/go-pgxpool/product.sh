product="pgx, pgxpool"
kind="Go"
command="go run ."
request="--in-flight=/slow"
number=$(($(nproc) > 4 ? $(nproc) : 4))
limit="application-pool|concurrency-limit"
setting="pool_max_conns (the number of processors, at least 4)"
source="https://pkg.go.dev/github.com/jackc/pgx/v5/pgxpool#Config"

install() {
    debian postgresql
    go_programs github.com/jackc/pgx/v5/pgxpool@v5.12.0
}
version() { go_version github.com/jackc/pgx/v5; }
start() {
    postgres
    DATABASE_URL="postgres://postgres@127.0.0.1:$BACK_PORT/postgres" exec "$WORK/bin/app"
}
