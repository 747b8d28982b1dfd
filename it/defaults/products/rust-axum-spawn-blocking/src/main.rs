use axum::{routing::get, Router};
use std::{env, thread, time::Duration};
use tokio::{net::TcpListener, task::spawn_blocking};

async fn slow() -> &'static str {
    spawn_blocking(|| thread::sleep(Duration::from_millis(200))).await.unwrap();
    "ok\n"
}

#[tokio::main]
async fn main() {
    let port = env::var("PORT").unwrap();
    let listener = TcpListener::bind(format!("127.0.0.1:{port}")).await.unwrap();
    axum::serve(listener, Router::new().route("/slow", get(slow))).await.unwrap();
}
