product="Flask, development server"
kind="Python"
command="flask run"
request="--in-flight=/slow"
number=
limit="server-cpu|server-file-descriptors|server-native-threads|accept-queue"
setting="a thread for each request (threaded=True)"
source="https://flask.palletsprojects.com/en/stable/api/#flask.Flask.run"

install() { pypi flask==3.1.3; }
version() { pypi_version flask; }
start() { cd "$SOURCE" && exec "$WORK/venv/bin/flask" run --port "$PORT"; }
