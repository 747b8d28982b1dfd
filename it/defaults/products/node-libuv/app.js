const http = require("http");
const koffi = require("koffi");

const usleep = koffi.load("libc.so.6").func("int usleep(unsigned int microseconds)");

http.createServer((request, response) => {
  usleep.async(200_000, () => response.end("ok\n"));
}).listen(process.env.PORT, "127.0.0.1");
