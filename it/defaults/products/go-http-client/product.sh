product="Go http.Client"
kind="Go"
command="go run ."
request="--in-flight=/slow"
number=
limit="server-cpu|server-file-descriptors|ephemeral-ports"
setting="Transport.MaxConnsPerHost (0, no limit), MaxIdleConnsPerHost (2)"
source="https://pkg.go.dev/net/http#Transport"

install() { go_programs; }
version() { go env GOVERSION; }
start() {
    apart "$WORK/bin/back"
    BACK_URL="http://127.0.0.1:$BACK_PORT/" exec "$WORK/bin/app"
}
