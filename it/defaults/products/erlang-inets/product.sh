product="Erlang httpd (inets)"
kind="Erlang"
command="erl -noinput -eval 'slow:start(8080)'"
request="--in-flight=/slow"
number=""
limit="^(server-cpu|server-file-descriptors|ephemeral-ports)\b"
setting="max_clients (documented: 150; unlimited unless set)"
source="https://github.com/erlang/otp/blob/OTP-25.2.3/lib/inets/src/http_server/httpd_manager.erl"

install() { debian erlang-base erlang-inets; }
version() { debian_version erlang-inets; }
start() { erlc "$SOURCE/slow.erl" && exec erl -noinput -eval "slow:start($PORT)"; }
