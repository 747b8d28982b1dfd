const http = require("http");
const mysql = require("mysql2/promise");

const pool = mysql.createPool({ host: "127.0.0.1", port: process.env.BACK_PORT, user: "root" });

http.createServer(async (request, response) => {
  await pool.query("SELECT SLEEP(0.2)");
  response.end("ok\n");
}).listen(process.env.PORT, "127.0.0.1");
