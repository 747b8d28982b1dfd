use actix_web::{get, web, App, HttpServer};
use std::{env, io, thread, time::Duration};

#[get("/slow")]
async fn slow() -> &'static str {
    web::block(|| thread::sleep(Duration::from_millis(200))).await.unwrap();
    "ok\n"
}

#[actix_web::main]
async fn main() -> io::Result<()> {
    let port = env::var("PORT").unwrap();
    HttpServer::new(|| App::new().service(slow)).bind(format!("127.0.0.1:{port}"))?.run().await
}
