product="Go database/sql, with PostgreSQL"
kind="Go"
command="go run ."
request="--in-flight=/slow"
number=97
limit="refused-by-server|upstream"
setting="none: SetMaxOpenConns (0, no limit), so max_connections of PostgreSQL (100, less superuser_reserved_connections, 3)"
source="https://pkg.go.dev/database/sql#DB.SetMaxOpenConns"

install() {
    debian postgresql
    go_programs github.com/lib/pq@v1.12.3
}
version() { go env GOVERSION; }
start() {
    postgres
    createuser -h 127.0.0.1 -p "$BACK_PORT" -U postgres app
    DATABASE_URL="postgres://app@127.0.0.1:$BACK_PORT/postgres?sslmode=disable" exec "$WORK/bin/app"
}
