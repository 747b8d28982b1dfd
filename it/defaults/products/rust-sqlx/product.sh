product="SQLx, PgPool"
kind="Rust"
command="cargo run --release"
request="--in-flight=/slow"
number=10
limit="application-pool|concurrency-limit"
setting="PgPoolOptions::max_connections (10)"
source="https://github.com/launchbadge/sqlx/blob/v0.9.0/sqlx-core/src/pool/options.rs"

install() {
    debian postgresql
    cargo_program
}
version() { crate_version sqlx; }
start() {
    postgres
    DATABASE_URL="postgres://postgres@127.0.0.1:$BACK_PORT/postgres" exec "$WORK/target/release/app"
}
