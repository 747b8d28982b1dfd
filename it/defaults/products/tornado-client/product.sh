product="Tornado, AsyncHTTPClient"
kind="Python"
command="python app.py"
request="--in-flight=/slow"
number=10
limit="application-pool|concurrency-limit"
setting="max_clients (10)"
source="https://www.tornadoweb.org/en/stable/httpclient.html#tornado.simple_httpclient.SimpleAsyncHTTPClient"

install() { pypi tornado==6.6.1; }
version() { pypi_version tornado; }
start() { slow_backend "$BACK_PORT" && cd "$SOURCE" && exec "$WORK/venv/bin/python" app.py; }
