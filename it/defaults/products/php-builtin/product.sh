product="PHP's built-in server"
kind="PHP"
command="php -S 127.0.0.1:8080"
request="--in-flight=/slow.php"
number=1
limit="^(server-threads|concurrency-limit|application-pool)\b"
setting="PHP_CLI_SERVER_WORKERS (1)"
source="https://www.php.net/manual/en/features.commandline.webserver.php"

install() { debian php-cli; }
version() { php -r 'echo PHP_VERSION, "\n";'; }
start() { exec php -S "127.0.0.1:$PORT" -t "$SOURCE"; }
