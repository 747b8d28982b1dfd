product="uWSGI"
kind="Python"
command="uwsgi --plugins http,python3 --http 127.0.0.1:9090 --wsgi-file app.py"
request="--in-flight=/slow"
number=1
limit="concurrency-limit|server-threads"
setting="--processes (1), --threads (1)"
source="https://uwsgi-docs.readthedocs.io/en/latest/WSGIquickstart.html"

install() { debian uwsgi-core uwsgi-plugin-python3; }
version() { debian_version uwsgi-core; }
start() { cd "$SOURCE" && exec uwsgi --plugins http,python3 --http "127.0.0.1:$PORT" --wsgi-file app.py; }
