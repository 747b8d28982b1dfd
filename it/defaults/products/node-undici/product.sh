product="undici"
kind="Node"
command="node app.js"
request="--in-flight=/slow"
number=""
limit="^(server-cpu|server-file-descriptors|ephemeral-ports)\b"
setting="connections (unlimited)"
source="https://github.com/nodejs/undici/blob/main/docs/docs/api/Pool.md"

install() { npm_packages undici@7.30.2; }
version() { npm_version undici; }
start() { slow_backend "$BACK_PORT"; exec node app.js; }
