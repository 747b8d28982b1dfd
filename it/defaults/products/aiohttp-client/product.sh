product="aiohttp, ClientSession"
kind="Python"
command="python app.py"
request="--in-flight=/slow"
number=100
limit="application-pool|concurrency-limit"
setting="TCPConnector(limit=100)"
source="https://docs.aiohttp.org/en/stable/client_advanced.html#limiting-connection-pool-size"

install() { pypi aiohttp==3.14.5; }
version() { pypi_version aiohttp; }
start() { slow_backend "$BACK_PORT" && cd "$SOURCE" && exec "$WORK/venv/bin/python" app.py; }
