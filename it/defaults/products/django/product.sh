product="Django, runserver"
kind="Python"
command="python manage.py runserver"
request="--in-flight=/slow"
number=
limit="server-cpu|server-file-descriptors|server-native-threads|accept-queue"
setting="a thread for each connection, unless --nothreading is given"
source="https://docs.djangoproject.com/en/5.2/ref/django-admin/#cmdoption-runserver-nothreading"

install() { pypi django==5.2.8; }
version() { pypi_version django; }
start() { cd "$SOURCE" && exec "$WORK/venv/bin/python" manage.py runserver "$PORT"; }
