product="Node.js (threads of libuv)"
kind="Node"
command="node app.js"
request="--in-flight=/slow"
number=4
limit="^(server-threads|concurrency-limit|application-pool)\b"
setting="UV_THREADPOOL_SIZE (4)"
source="https://nodejs.org/docs/latest-v20.x/api/cli.html#uv_threadpool_sizesize"

install() { npm_packages koffi@3.3.4; }
version() { node --version; }
start() { exec node app.js; }
