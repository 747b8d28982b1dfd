product="Apache httpd, mpm_event (Debian)"
kind="Other"
command="apt install apache2"
request="--get=/"
number=150-450
limit="server-max-connections|MaxRequestWorkers|proxy-max-connections"
setting="(AsyncRequestWorkerFactor (2) + 1) x MaxRequestWorkers (150); fewer while fewer processes run: 75 in each"
source="https://httpd.apache.org/docs/2.4/mod/event.html#asyncrequestworkerfactor"

install() { debian apache2; }
version() { debian_version apache2; }
start() {
    apache_settings mpm_event
    exec apache2 -d "$WORK/etc" -f apache2.conf -DFOREGROUND
}
