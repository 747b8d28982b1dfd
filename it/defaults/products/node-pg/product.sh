product="node-postgres"
kind="Node"
command="node app.js"
request="--in-flight=/slow"
number=10
limit="^(application-pool|concurrency-limit|upstream)\b"
setting="max (10)"
source="https://node-postgres.com/apis/pool"

install() { debian postgresql; npm_packages pg@8.23.1; }
version() { npm_version pg; }
start() { postgres; exec node app.js; }
