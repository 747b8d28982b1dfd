product="mysql2"
kind="Node"
command="node app.js"
request="--in-flight=/slow"
number=10
limit="^(application-pool|concurrency-limit|upstream)\b"
setting="connectionLimit (10)"
source="https://github.com/sidorares/node-mysql2/blob/master/typings/mysql/lib/Pool.d.ts"

install() { debian mariadb-server; npm_packages mysql2@3.24.6; }
version() { npm_version mysql2; }
start() {
    [ -d data ] || mariadb-install-db --no-defaults --datadir="$WORK/data" --user=mysql --auth-root-authentication-method=normal
    apart mariadbd --no-defaults --datadir="$WORK/data" --user=mysql --socket="$WORK/data/mysql.sock" --port="$BACK_PORT" --bind-address=127.0.0.1
    until mariadb-admin --no-defaults --protocol=tcp --host=127.0.0.1 --port="$BACK_PORT" --user=root ping; do sleep 0.2; done
    exec node app.js
}
