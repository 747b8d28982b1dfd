product="gevent, pywsgi"
kind="Python"
command="python app.py"
request="--in-flight=/slow"
number=
limit="server-cpu|server-file-descriptors|accept-queue"
setting="spawn (default: a greenlet for each connection, no limit)"
source="https://www.gevent.org/api/gevent.baseserver.html"

install() { pypi gevent==26.9.0; }
version() { pypi_version gevent; }
start() { cd "$SOURCE" && exec "$WORK/venv/bin/python" app.py; }
