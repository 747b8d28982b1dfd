#!/usr/bin/env bash
# The steps of action.yml: get unpacks the archive into $RUNNER_TEMP/ceiling, run runs a command of it in the working directory.
set -euo pipefail

# On standard error, as a substitution keeps what is printed on standard output.
fail() {
    printf '::error::ceiling: %s\n' "$*" >&2
    exit 3
}

home=$RUNNER_TEMP/ceiling

get() {
    local archive=${CEILING_ARCHIVE:-} fetched=$RUNNER_TEMP/ceiling-release
    # Of an earlier job of the same runner, maybe with another version.
    rm -rf "$home" "$fetched"
    if [ -n "$archive" ]; then
        [ -f "$archive" ] && [ -r "$archive" ] || fail "archive must be a file, was '$archive'"
    elif [ -n "${CEILING_RELEASE:-}" ]; then
        gh release download --repo "$CEILING_REPOSITORY" --dir "$fetched" --clobber \
            --pattern 'ceiling-*' --pattern SHA256SUMS -- "$CEILING_RELEASE" ||
            fail "release '$CEILING_RELEASE' of $CEILING_REPOSITORY cannot be fetched"
        (cd "$fetched" && sha256sum --check --quiet SHA256SUMS) || fail "a file of release '$CEILING_RELEASE' is not what SHA256SUMS says"
        archive=$(one "$fetched")
        # What the list does not name was not checked.
        grep -qF "  ${archive##*/}" "$fetched/SHA256SUMS" || fail "SHA256SUMS of release '$CEILING_RELEASE' does not name ${archive##*/}"
    else
        (cd "$GITHUB_ACTION_PATH" && ./mvnw -B -ntp -q -Pdist -DskipTests package) || fail "the build failed"
        archive=$(one "$GITHUB_ACTION_PATH/dist")
    fi
    mkdir -p "$home"
    tar -xzf "$archive" -C "$home" --strip-components=1 || fail "'$archive' cannot be unpacked"
    "$home/bin/ceiling" --version
}

# The one archive in a folder.
one() {
    local found=("$1"/ceiling-*.tar.gz)
    [ ${#found[@]} = 1 ] && [ -r "${found[0]}" ] || fail "one archive was expected in $1, found: ${found[*]}"
    printf '%s' "${found[0]}"
}

run() {
    local results=$PWD/results log=$RUNNER_TEMP/ceiling-output.txt code line
    local words=("$CEILING_COMMAND")
    [[ $CEILING_COMMAND =~ ^[a-z]+$ ]] || fail "command must be the name of a command, such as run, was '$CEILING_COMMAND'"
    while IFS= read -r line; do
        [ -z "$line" ] || words+=("$line")
    done <<<"${CEILING_ARGUMENTS:-}"
    while IFS= read -r line; do
        [ -z "$line" ] || words+=("--expect=$line")
    done <<<"${CEILING_EXPECT:-}"

    printf 'results=%s\n' "$results" >>"$GITHUB_OUTPUT"
    # Output has lines of servers and tools: until a word that none of them knows, a line that begins with :: gives the runner no order.
    local token
    token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
    printf '::stop-commands::%s\n' "$token"
    set +e
    "$home/bin/ceiling" "${words[@]}" 2>&1 | tee "$log"
    code=${PIPESTATUS[0]}
    set -e
    # What ran last may have left its line open.
    printf '\n::%s::\n' "$token"
    printf 'exit-code=%s\n' "$code" >>"$GITHUB_OUTPUT"
    summary "$code" "$log" >>"$GITHUB_STEP_SUMMARY"
    exit "$code"
}

# Output is foreign text: as an indented block no character of it is markup. A carriage return would end a line of the block.
summary() {
    local meaning
    case $1 in
        0) meaning="ran" ;;
        1) meaning="an expectation was missed" ;;
        2) meaning="bad arguments" ;;
        *) meaning="could not run, or a row is invalid" ;;
    esac
    printf '### Ceiling %s: %s (exit code %s)\n\n' "$CEILING_COMMAND" "$meaning" "$1"
    # The end has the table; a summary may have a megabyte.
    tail -n 200 "$2" | tr -d '\r' | cut -c 1-1000 | sed 's/^/    /'
    printf '\n'
}

case "${1:-}" in
    get | run) "$1" ;;
    *) fail "usage: action.sh get|run" ;;
esac
