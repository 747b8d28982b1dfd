const http = require("http");
const { request } = require("undici");

http.createServer(async (incoming, response) => {
  const { body } = await request(`http://127.0.0.1:${process.env.BACK_PORT}/`);
  response.end(await body.text());
}).listen(process.env.PORT, "127.0.0.1");
