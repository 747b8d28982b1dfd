product="Actix Web, web::block"
kind="Rust"
command="cargo run --release"
request="--in-flight=/slow"
number=512
limit="concurrency-limit|server-threads|application-pool"
setting="worker_max_blocking_threads (512 divided by the number of processors, of which each has a worker)"
source="https://docs.rs/actix-web/latest/actix_web/struct.HttpServer.html#method.worker_max_blocking_threads"

install() { cargo_program; }
version() { crate_version actix-web; }
start() { exec "$WORK/target/release/app"; }
