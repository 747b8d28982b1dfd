product="PHP-FPM behind nginx"
kind="PHP"
command="php-fpm -F and nginx, with fastcgi_pass to its socket"
request="--in-flight=/slow.php"
number=5
limit="^(concurrency-limit|server-threads|application-pool|proxy-upstream|unix-queue)\b"
setting="pm.max_children (5)"
source="https://github.com/php/php-src/blob/PHP-8.2/sapi/fpm/www.conf.in"

install() { debian nginx-light php-fpm; }
version() { /usr/sbin/php-fpm[0-9]* -v | awk 'NR == 1 { print $2 }'; }
start() {
    local folder
    folder=$(dirname /etc/php/*/fpm/php-fpm.conf)
    sed "s|^listen = .*|listen = $WORK/php-fpm.sock|" "$folder/pool.d/www.conf" > pool.conf
    sed "s|^pid = .*|pid = $WORK/php-fpm.pid|; s|^error_log = .*|error_log = $WORK/php-fpm.log|; s|^include=.*|include=$WORK/pool.conf|" \
        "$folder/php-fpm.conf" > php-fpm.conf
    sed "s|\$PORT|$PORT|; s|\$SOURCE|$SOURCE|; s|\$WORK|$WORK|" "$SOURCE/nginx.conf" > site.conf
    sed "s|/run/nginx.pid|$WORK/nginx.pid|; s|/var/log/nginx|$WORK|; s|/etc/nginx/sites-enabled/\*|$WORK/site.conf|" \
        /etc/nginx/nginx.conf > nginx.conf
    apart /usr/sbin/php-fpm[0-9]* -F -y "$WORK/php-fpm.conf"
    exec nginx -e "$WORK/error.log" -c "$WORK/nginx.conf" -g "daemon off;"
}
