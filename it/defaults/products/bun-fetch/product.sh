product="Bun fetch"
kind="Other"
command="bun app.js"
request="--in-flight=/slow"
number=256
limit="^(application-pool|concurrency-limit|upstream)\b"
setting="BUN_CONFIG_MAX_HTTP_REQUESTS (256)"
source="https://bun.com/docs/runtime/networking/fetch#simultaneous-connection-limit"

install() { npm_packages bun@1.4.5; }
version() { npm_version bun; }
start() { slow_backend "$BACK_PORT"; exec node_modules/.bin/bun app.js; }
