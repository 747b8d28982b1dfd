import os

import gevent
from gevent.pywsgi import WSGIServer


def app(environ, start_response):
    gevent.sleep(0.2)
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [b"ok\n"]


WSGIServer(("127.0.0.1", int(os.environ["PORT"])), app).serve_forever()
