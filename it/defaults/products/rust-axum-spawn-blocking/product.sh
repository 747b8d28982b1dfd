product="Axum, Tokio's spawn_blocking"
kind="Rust"
command="cargo run --release"
request="--in-flight=/slow"
number=512
limit="concurrency-limit|server-threads|application-pool"
setting="max_blocking_threads (512)"
source="https://docs.rs/tokio/latest/tokio/runtime/struct.Builder.html#method.max_blocking_threads"

install() { cargo_program; }
version() { printf 'axum %s, tokio %s\n' "$(crate_version axum)" "$(crate_version tokio)"; }
start() { exec "$WORK/target/release/app"; }
