product="Prometheus"
kind="Other"
command="prometheus --config.file=prometheus.yml"
request="--get=/-/ready"
number=512
limit="server-max-connections|accepts no more|not accepted"
setting="--web.max-connections (512)"
source="https://prometheus.io/docs/prometheus/latest/command-line/prometheus/"

install() { debian prometheus; }
version() { debian_version prometheus; }
start() {
    printf 'global:\n  scrape_interval: 15s\n' > prometheus.yml
    exec prometheus --config.file=prometheus.yml --storage.tsdb.path=data --web.listen-address="127.0.0.1:$PORT"
}
