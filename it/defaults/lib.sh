# What product.sh uses. $WORK: folder of what is installed; $SOURCE: folder of product.sh; $PORT: where the product listens;
# $BACK_PORT: for a server behind it.

# Installs packages of PyPI into $WORK/venv.
pypi() {
    [ -x "$WORK/venv/bin/python" ] || python3 -m venv "$WORK/venv"
    "$WORK/venv/bin/pip" install -q --disable-pip-version-check "$@"
}

# Prints the version of a package of PyPI that is installed.
pypi_version() { "$WORK/venv/bin/python" -c 'import importlib.metadata, sys; print(importlib.metadata.version(sys.argv[1]))' "$1"; }

# Installs packages of npm into $WORK/node_modules, with the files of $SOURCE beside them.
npm_packages() {
    cp "$SOURCE"/*.js "$WORK"/ 2>/dev/null || true
    [ $# = 0 ] || npm install --silent --no-audit --no-fund --prefix "$WORK" "$@"
}

npm_version() { node -p "require('$WORK/node_modules/$1/package.json').version"; }

# Installs packages of Debian that are missing. A package may start a server of its own, which is not needed and not stopped.
debian() {
    local missing=() package
    for package in "$@"; do dpkg -s "$package" 2>/dev/null | grep -q '^Status: install ok installed' || missing+=("$package"); done
    [ ${#missing[@]} = 0 ] || {
        local root=()
        [ "$(id -u)" = 0 ] || root=(sudo -n)
        "${root[@]}" apt-get update -qq
        "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 install -y -qq --no-install-recommends "${missing[@]}"
    }
}

debian_version() { dpkg-query -W -f '${Version}\n' "$1"; }

# Builds the pom of $SOURCE in $WORK: classes in target/classes, libraries in target/lib.
maven() {
    rm -rf "$WORK/src"
    cp -r "$SOURCE/pom.xml" "$SOURCE/src" "$WORK"/
    mvn -B -q -ntp -f "$WORK/pom.xml" package dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory=target/lib "$@"
}

# Puts an artifact of Maven Central, GROUP:ARTIFACT:VERSION[:TYPE], into a file.
maven_file() {
    local parts type
    IFS=: read -ra parts <<< "$1"
    type=${parts[3]:-jar}
    [ -f "$2" ] || mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -Dartifact="${parts[0]}:${parts[1]}:${parts[2]}:$type" \
        -DoutputDirectory="$WORK/download" && { [ -f "$2" ] || mv "$WORK/download/${parts[1]}-${parts[2]}.$type" "$2"; }
}

# The newest JDK of this host.
jdk() {
    local best=0 folder release feature
    for release in /usr/lib/jvm/*/release; do
        feature=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$release")
        [ "${feature:-0}" -gt "$best" ] && { best=$feature; folder=${release%/release}; }
    done
    printf '%s\n' "$folder"
}

# Unpacks an archive of Maven Central, GROUP:ARTIFACT:VERSION:zip[:CLASSIFIER], as the folder $WORK/$2.
maven_zip() {
    [ -d "$WORK/$2" ] || {
        rm -rf "$WORK/download" "$WORK/unpacked"
        mkdir "$WORK/unpacked"
        mvn -B -q -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -Dartifact="$1" -DoutputDirectory="$WORK/download"
        (cd "$WORK/unpacked" && "$(jdk)/bin/jar" -x -f "$WORK"/download/*.zip)
        rm -rf "$WORK/download"
        mv "$WORK/unpacked" "$WORK/$2"
    }
}

# Builds $WORK/app.war, whose servlet /app/slow takes 200 ms.
slow_war() {
    local code
    code="$(dirname "${BASH_SOURCE[0]}")/shared-war/Slow.java"
    [ "$WORK/app.war" -nt "$code" ] || {
        maven_file jakarta.servlet:jakarta.servlet-api:6.0.0 "$WORK/servlet-api.jar"
        "$(jdk)/bin/javac" --release 17 -cp "$WORK/servlet-api.jar" -d "$WORK/war/WEB-INF/classes" "$code"
        "$(jdk)/bin/jar" -c -f "$WORK/app.war" -C "$WORK/war" .
    }
}

# Starts an empty Postgres on $BACK_PORT, with its user postgres and no password. It refuses to run as root.
postgres() {
    local bin user=()
    bin=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -1)
    rm -rf "$WORK/data"
    mkdir -m 700 "$WORK/data"
    [ "$(id -u)" != 0 ] || { chown postgres: "$WORK/data"; user=(setpriv --reuid=postgres --regid=postgres --init-groups); }
    "${user[@]}" "$bin/initdb" -D "$WORK/data" -U postgres -A trust --no-sync > /dev/null
    apart "${user[@]}" "$bin/postgres" -D "$WORK/data" -p "$BACK_PORT" -h 127.0.0.1 -k ''
    until "$bin/pg_isready" -q -h 127.0.0.1 -p "$BACK_PORT"; do sleep 0.2; done
}

# Builds the Go programs of $SOURCE with packages of the given versions: $WORK/bin/app, and one for each folder.
go_programs() {
    cp -r "$SOURCE"/. "$WORK"/
    [ -f "$WORK/go.mod" ] || go mod init app
    [ $# = 0 ] || go get "$@"
    mkdir -p "$WORK/bin"
    go build -o "$WORK/bin/" ./...
}

go_version() { (cd "$WORK" && go list -m -f '{{.Version}}' "$1"); }

# Builds the Rust program of $SOURCE: $WORK/target/release/app.
cargo_program() {
    cp -rp "$SOURCE/Cargo.toml" "$SOURCE/src" "$WORK"/
    cargo build -q --release --manifest-path "$WORK/Cargo.toml"
}

crate_version() { cargo pkgid --manifest-path "$WORK/Cargo.toml" "$1" | sed 's/.*[#@]//'; }

# Prints the version of an artifact that `maven` has put into target/lib.
maven_version() { find "$WORK/target/lib" -name "$1-[0-9]*.jar" | sed "s|.*/$1-\(.*\)\.jar|\1|"; }

# Builds the application of Spring Boot that the profile of this name in shared-boot/pom.xml has: $WORK/target/app.jar.
boot_app() {
    local home jar="$WORK/target/app.jar"
    home=$(dirname "${BASH_SOURCE[0]}")
    [ -f "$jar" ] && [ -z "$(find "$home"/shared-boot "$home"/products/boot-* \( -name pom.xml -o -name '*.java' \) -newer "$jar")" ] ||
        mvn -B -q -ntp -f "$home/shared-boot/pom.xml" -P "${SOURCE##*/}" -Dout="$WORK/target" package
}

# Prints the version of Spring Boot, or of another library, in that application.
boot_version() { "$(jdk)/bin/jar" tf "$WORK/target/app.jar" | sed -n "s|^BOOT-INF/lib/${1-spring-boot}-\([0-9].*\)\.jar\$|\1|p"; }

boot_start() { exec "$(jdk)/bin/java" -jar "$WORK/target/app.jar" --server.address=127.0.0.1 --server.port="$PORT" "$@"; }

# Starts what is behind a product as a process that is no child of it, since children are parts of a server: apart COMMAND...
apart() { ("$@" &); }

# Starts a server that answers each request after 200 ms: slow_backend PORT [MILLISECONDS].
slow_backend() {
    apart node "$(dirname "${BASH_SOURCE[0]}")/shared-backend/server.js" "$@"
    until (: < "/dev/tcp/127.0.0.1/$1") 2>/dev/null; do sleep 0.1; done
}

# Copies the configuration of Debian's Apache to $WORK/etc, with the paths and the port changed: apache_settings MPM [MODULE...].
apache_settings() {
    local module
    rm -rf "$WORK/etc"
    cp -r /etc/apache2 "$WORK/etc"
    rm -f "$WORK"/etc/mods-enabled/mpm_* "$WORK"/etc/sites-enabled/*
    for module in "$@"; do ln -sf "$WORK/etc/mods-available/$module".* "$WORK/etc/mods-enabled"; done
    mkdir -p "$WORK/html"
    echo ok > "$WORK/html/index.html"
    sed "s#/var/www/#$WORK/#; s#\*:80>#127.0.0.1:$PORT>#" /etc/apache2/sites-available/000-default.conf > "$WORK/etc/sites-enabled/site.conf"
    sed -i "s#/var/www/#$WORK/#" "$WORK/etc/apache2.conf"
    echo "Listen 127.0.0.1:$PORT" > "$WORK/etc/ports.conf"
    export APACHE_RUN_USER=www-data APACHE_RUN_GROUP=www-data APACHE_PID_FILE="$WORK/apache2.pid"
    export APACHE_RUN_DIR="$WORK" APACHE_LOCK_DIR="$WORK" APACHE_LOG_DIR="$WORK"
}

# Builds the pom of $SOURCE as `maven` does, with the newest JDK of this host, unless that is done.
java_program() {
    local done="$WORK/target/done"
    [ -f "$done" ] && [ -z "$(find "$SOURCE" -newer "$done")" ] || {
        rm -rf "$WORK/target"
        JAVA_HOME=$(jdk) maven
        touch "$done"
    }
}

# Python writes nothing beside an application.
export PYTHONDONTWRITEBYTECODE=1
