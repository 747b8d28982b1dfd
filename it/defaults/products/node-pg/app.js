const http = require("http");
const { Pool } = require("pg");

const pool = new Pool({ host: "127.0.0.1", port: process.env.BACK_PORT, user: "postgres" });

http.createServer(async (request, response) => {
  await pool.query("SELECT pg_sleep(0.2)");
  response.end("ok\n");
}).listen(process.env.PORT, "127.0.0.1");
