const [port, milliseconds = 200] = process.argv.slice(2).map(Number);

const server = require('http').createServer((request, response) => {
  setTimeout(() => {
    response.setHeader('Cache-Control', 'no-store');
    response.end('ok\n');
  }, milliseconds);
});
server.keepAliveTimeout = 0;
server.listen({ host: '127.0.0.1', port, backlog: 10000 });
