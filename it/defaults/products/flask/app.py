import time

from flask import Flask

app = Flask(__name__)


@app.get("/slow")
def slow():
    time.sleep(0.2)
    return "ok"
