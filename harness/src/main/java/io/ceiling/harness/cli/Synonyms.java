package io.ceiling.harness.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Options and values of other tools, with their names here; the first match counts. Pure functions. */
public final class Synonyms {

    private record Synonym(String optionName, Pattern words, String hint) {

        private Synonym(String of, String words, String meant) {
            this(of, Pattern.compile(words, Pattern.CASE_INSENSITIVE), meant);
        }

        private boolean is(String word) {
            return words.matcher(word).matches();
        }
    }

    private static final List<Synonym> OPTIONS = List.of(
            new Synonym(
                    "--connections",
                    "--(vus|users|virtual-users|clients|concurrency|sockets|cap)|-[cu]",
                    "the number of connections is --connections=N"),
            new Synonym("--time", "--(duration|test-time|run-time)|-[dz]", "how long it lasts is --time=60s"),
            new Synonym(
                    "",
                    "--(connections|vus|users|virtual-users|clients|concurrency|sockets)|-[cu]",
                    "a ramp finds the number of connections. Hint: --cap=N opens no more than N; ceiling traffic --connections=N holds N"),
            new Synonym(
                    "",
                    "--(duration|time|test-time|run-time)|-[dz]",
                    "a ramp ends at the ceiling. Hint: --hold=TIME is for each level; ceiling traffic --time=60s lasts a given time"),
            new Synonym(
                    "",
                    "--(iterations|amount|count)|-n",
                    "a ramp ends at the ceiling, not after some requests. Hint: --cap=N opens no more than N connections"),
            new Synonym(
                    "",
                    "--(rate|rps|qps|tps|arrival-rate|throughput)|-[Rq]",
                    "a rate is of a server that runs. Hint: ceiling probe URL --in-flight=PATH --rate=N; ceiling traffic --loads=50 is half of the highest rate"),
            new Synonym(
                    "",
                    "--(warm-?up|ramp-?up|stages|spawn-rate)|-r",
                    "a server is warmed until it is steady, and a ramp finds its own steps. Hint: docs/method.md"),
            new Synonym("", "--(timeout|max-time|latency)", "the longest response time that passes is --slo=TIME"),
            new Synonym(
                    "",
                    "--(thresholds?|assert|assertions?|fail-on|max-errors)",
                    "what is expected of a row is --expect, such as --expect='ceiling>=15000'"),
            new Synonym(
                    "",
                    "--(url|target|uri|host|base-url)",
                    "a server that runs is a word of its own. Hint: ceiling probe http://127.0.0.1:8080/shop --get=/products"),
            new Synonym(
                    "",
                    "--port|-p",
                    "a server that runs has a URL. Hint: ceiling probe http://127.0.0.1:8080/shop --get=/products"),
            new Synonym("", "--(path|endpoint|request-path)", "the request is --get=PATH or --websocket=PATH"),
            new Synonym(
                    "",
                    "--(body|post-data|post|json-body)",
                    "the body of a request is --data=TEXT or --data=@FILE, and what a WebSocket sends --send=TEXT"),
            new Synonym("", "--request", "the method of a request is --method=POST"),
            new Synonym("", "--content-type", "the type of a body is --header='Content-Type: application/json'"),
            new Synonym("", "--(location|follow-redirects?)|-L", "redirects are followed with --follow"),
            new Synonym("", "--headers", "a header of each request is --header='Name: value'"),
            new Synonym(
                    "",
                    "--(no-verify|skip-tls-verify|insecure-skip-tls-verify)|-k",
                    "any certificate of a server that runs is accepted with --insecure"),
            new Synonym("", "--(ws|web-socket)", "a WebSocket is --websocket=PATH, or --workload=websocket"),
            new Synonym(
                    "",
                    "--(json|csv|output|quiet|silent|summary-export|out)|-[oq]",
                    "files are in the folder of the run, as CSV and JSON. Hint: --results=FOLDER is its parent"),
            new Synonym("", "--(output-dir|out-dir|dir|folder)", "the parent of the run's folder is --results=FOLDER"),
            new Synonym("", "--(debug|trace)|-vv+", "more lines are printed with --verbose"),
            new Synonym("", "--(list|show|scenarios)", "the rows of a run are listed by ceiling run --dry-run"),
            new Synonym(
                    "",
                    "--(config|file|script)|-f",
                    "a file with a matrix is --matrix=FILE, one with options is @FILE"),
            new Synonym("", "--(repeat|repetitions|runs)|-i", "each row is repeated in a fresh server with --forks=N"),
            new Synonym("", "-t", "threads of load agents are not set. Hint: --threads=N is for the server"),
            new Synonym(
                    "",
                    "--(virtual|virtual-threads?|vthreads|loom)",
                    "virtual threads serve requests with --thread-kind=virtual"),
            new Synonym("", "--(xmx|max-heap|memory|mem)|-m|-Xmx.*", "the heap of the server is --heap=512m"),
            new Synonym("", "--xss|-Xss.*", "the stack of each thread is --stack=256k"),
            new Synonym("", "--(ulimit|fds?|files|descriptors|open-files)", "open files of the server are --nofile=N"),
            new Synonym("", "--(java|java-home|java-version)", "the JDK of the server is --jdk=21, or its folder"),
            new Synonym("", "--(server|engine)", "the server is --container=NAME, or a URL for ceiling probe"));

    private static final List<Synonym> VALUES = List.of(
            new Synonym("--container", "\\d+", "connections are --cap=N, the server is --container=NAME"),
            new Synonym("--container", "spring.?(boot)?|boot", "an executable jar of Spring Boot is --jar=FILE"),
            new Synonym(
                    "--container",
                    "wildfly|jboss|quarkus|payara|glassfish|weblogic|websphere|liberty|open-liberty|tomee|resin|helidon|micronaut|apache|httpd|haproxy|envoy|iis|caddy",
                    "start it yourself, then ceiling probe URL"),
            new Synonym("--container", "node.?js", "--container=node"),
            new Synonym("--container", "golang", "--container=go"),
            new Synonym(
                    "--container-version",
                    "[1-9](\\..*)?",
                    "start an older one yourself with ceiling-javax.war (docs/drop-in.md), then ceiling probe URL"),
            new Synonym("--thread-kind", "loom|vt|v|virtual.?threads?|fibers?|green", "--thread-kind=virtual"),
            new Synonym("--thread-kind", "os|native|pool|real|kernel|platform.?threads?", "--thread-kind=platform"),
            new Synonym(
                    "--threads", "virtual|loom|platform", "what kind they are of is --thread-kind=virtual or platform"),
            new Synonym("--threads", "unlimited|none|-1|max", "threads without a limit are --thread-kind=virtual"),
            new Synonym("--workload", "wss?", "--workload=websocket"),
            new Synonym("--workload", "https?|http/?1(\\.1)?|idle|get", "--workload=keep-alive"),
            new Synonym("--workload", "async", "--workload=hold-async"),
            new Synonym("--workload", "blocking|sync|block|sleep", "--workload=hold-blocking"),
            new Synonym(
                    "--workload",
                    "sse|eventsource|long.?poll(ing)?|comet|streaming",
                    "--workload=broadcast --transport=sse or long-polling"),
            new Synonym("--workload", "chat|rooms|pub.?sub|topic", "--workload=broadcast, or ceiling rooms"),
            new Synonym("--transport", "wss?", "--transport=websocket"),
            new Synonym("--transport", "poll(ing)?|long.?poll|comet", "--transport=long-polling"),
            new Synonym("--transport", "eventsource|server.?sent.?events|streaming", "--transport=sse"),
            new Synonym("--gc", "g1.?gc|useg1gc", "--gc=G1"),
            new Synonym("--gc", "zgc|generational.?zgc", "--gc=Z"),
            new Synonym("--gc", "serial.?gc", "--gc=Serial"),
            new Synonym("--gc", "parallel.?gc|throughput", "--gc=Parallel"),
            new Synonym("--tls", "on|true|yes|tls|1\\.3|tlsv?1\\.3|https", "--tls=tls13"),
            new Synonym("--tls", "no|none|false|http", "--tls=off"),
            new Synonym("--max-connections", "unlimited|none|max", "--max-connections=-1"),
            new Synonym("--nofile", "unlimited|all|-1", "--nofile=max"));

    private Synonyms() {}

    /**
     * Returns the option here that corresponds to an option of another tool, with one dash or two; empty if unknown.
     *
     * @param known the options of the command
     */
    public static Optional<String> ofOption(String option, Set<String> known) {
        String word = option.matches("-[A-Za-z]{3,}") ? "-" + option : option;
        return OPTIONS.stream()
                .filter(synonym -> synonym.optionName().isEmpty() || known.contains(synonym.optionName()))
                .filter(synonym -> synonym.is(word))
                .map(Synonym::hint)
                .findFirst();
    }

    /**
     * Returns the message about a wrong value; a word of another tool is explained by its name here, not by a similar
     * word.
     *
     * @param texts the values of the option, each of one value or several
     */
    static String ofValue(String message, String option, List<String> texts) {
        return texts.stream()
                .flatMap(text -> Arrays.stream(text.split(",")))
                .flatMap(word -> VALUES.stream()
                        .filter(synonym -> synonym.optionName().equals(option) && synonym.is(word.strip()))
                        .limit(1))
                .findFirst()
                .map(synonym -> "%s. Hint: %s"
                        .formatted(message.replaceFirst(", did you mean '[^']*'\\?$", ""), synonym.hint()))
                .orElse(message);
    }
}
