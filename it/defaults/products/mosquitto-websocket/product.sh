product="Mosquitto, MQTT over WebSocket"
kind="Other"
command="mosquitto -c mosquitto.conf"
request="--websocket=/mqtt"
number=
limit="server-file-descriptors"
setting="max_connections (-1, no limit)"
source="https://mosquitto.org/man/mosquitto-conf-5.html"

install() { debian mosquitto; }
version() { debian_version mosquitto; }
start() {
    cat > mosquitto.conf << END
allow_anonymous true
listener $BACK_PORT 127.0.0.1
listener $PORT 127.0.0.1
protocol websockets
END
    exec mosquitto -c mosquitto.conf
}
