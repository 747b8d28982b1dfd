use axum::{extract::State, routing::get, Router};
use sqlx::PgPool;
use std::env;
use tokio::net::TcpListener;

async fn slow(State(pool): State<PgPool>) -> &'static str {
    sqlx::query("SELECT pg_sleep(0.2)").execute(&pool).await.unwrap();
    "ok\n"
}

#[tokio::main]
async fn main() {
    let pool = PgPool::connect(&env::var("DATABASE_URL").unwrap()).await.unwrap();
    let port = env::var("PORT").unwrap();
    let listener = TcpListener::bind(format!("127.0.0.1:{port}")).await.unwrap();
    axum::serve(listener, Router::new().route("/slow", get(slow)).with_state(pool)).await.unwrap();
}
