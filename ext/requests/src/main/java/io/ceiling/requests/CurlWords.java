package io.ceiling.requests;

import io.ceiling.load.http.Placeholders;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The words of a curl command as a probe of requests in flight. What changes the request is taken, what changes only what curl
 * prints is left out, and what cannot be sent is refused. A pure function of the words.
 *
 * @param arguments arguments of {@code ceiling}
 * @param notes lines for the user about what was left out
 */
record CurlWords(List<String> arguments, List<String> notes) {

    /** Short options that have a value, and the long ones that they are. */
    private static final Map<String, String> SHORT_WITH_VALUE = Map.ofEntries(
            Map.entry("X", "request"),
            Map.entry("H", "header"),
            Map.entry("d", "data"),
            Map.entry("u", "user"),
            Map.entry("b", "cookie"),
            Map.entry("A", "user-agent"),
            Map.entry("e", "referer"),
            Map.entry("r", "range"),
            Map.entry("T", "upload-file"),
            Map.entry("F", "form"),
            Map.entry("o", "output"),
            Map.entry("w", "write-out"),
            Map.entry("m", "max-time"),
            Map.entry("D", "dump-header"),
            Map.entry("c", "cookie-jar"),
            Map.entry("x", "proxy"),
            Map.entry("E", "cert"),
            Map.entry("K", "config"));

    private static final Map<String, String> SHORT_FLAGS = Map.ofEntries(
            Map.entry("k", "insecure"),
            Map.entry("L", "location"),
            Map.entry("I", "head"),
            Map.entry("G", "get"),
            Map.entry("s", "silent"),
            Map.entry("S", "show-error"),
            Map.entry("v", "verbose"),
            Map.entry("i", "include"),
            Map.entry("f", "fail"),
            Map.entry("N", "no-buffer"),
            Map.entry("O", "remote-name"),
            Map.entry("#", "progress-bar"),
            Map.entry("g", "globoff"),
            Map.entry("4", "ipv4"),
            Map.entry("6", "ipv6"));

    private static final Set<String> TAKEN_WITH_VALUE = Set.of(
            "request",
            "header",
            "data",
            "data-ascii",
            "data-raw",
            "data-binary",
            "data-urlencode",
            "json",
            "user",
            "cookie",
            "user-agent",
            "referer",
            "range",
            "upload-file",
            "url");

    private static final Set<String> TAKEN_FLAGS = Set.of("insecure", "location", "head", "get", "compressed");

    private static final Set<String> LEFT_OUT_WITH_VALUE = Set.of(
            "output",
            "write-out",
            "max-time",
            "connect-timeout",
            "dump-header",
            "retry",
            "retry-delay",
            "stderr",
            "max-redirs");

    private static final Set<String> LEFT_OUT_FLAGS = Set.of(
            "silent",
            "show-error",
            "verbose",
            "include",
            "fail",
            "fail-with-body",
            "no-buffer",
            "remote-name",
            "progress-bar",
            "globoff",
            "ipv4",
            "ipv6",
            "http1.1",
            "no-keepalive",
            "no-progress-meter",
            "path-as-is");

    /** Flags of another protocol, which is left out with a line of its own. */
    private static final Set<String> PROTOCOLS =
            Set.of("http2", "http2-prior-knowledge", "http3", "http3-only", "http1.0");

    private static final Map<String, String> REFUSED = Map.of(
            "form",
                    "a form with parts is not built: give its bytes with --data-binary @FILE and the Content-Type with its boundary",
            "proxy", "requests go to the server itself",
            "cookie-jar", "cookies of an answer are kept for each connection anyhow",
            "cert", "a certificate of the client is not sent",
            "config", "a file of options is @FILE for Ceiling",
            "next", "one request can be given; a mix of several is ceiling URL --requests=FILE",
            "unix-socket", "a socket of a file is not asked",
            "resolve", "requests have the host of the URL: give its address, if the server needs no name");

    /** Characters that browsers leave as they are in a path or a query, and that a URI must have encoded. */
    private static final String UNENCODED = "\"<>[]\\^`{|} ";

    /** Options of a probe without a value. */
    private static final Set<String> FLAGS_OF_PROBE =
            Set.of("--i-own-this-server", "--follow", "--verbose", "--quiet", "--predict", "--json");

    /** Headers that a connection of the load agents has by itself. */
    private static final Set<String> OF_THE_CONNECTION =
            Set.of("connection", "content-length", "transfer-encoding", "expect", "te", "keep-alive", "upgrade");

    /** Headers that a browser sends for what it has already: the answer would be 304, without a body. */
    private static final Set<String> CONDITIONS = Set.of("if-none-match", "if-modified-since");

    CurlWords {
        arguments = List.copyOf(arguments);
        notes = List.copyOf(notes);
    }

    /**
     * Returns the probe that a command asks for.
     *
     * @param words words behind {@code curl}
     * @param ofProbe names of the options of a probe, which are passed on as they are
     * @throws IllegalArgumentException with one line if it cannot be sent
     */
    static CurlWords of(List<String> words, Set<String> ofProbe) {
        return new Reader(ofProbe).read(words);
    }

    /** Collects what the words say. */
    private static final class Reader {

        private final Set<String> ofProbe;
        private final List<String> passed = new ArrayList<>();
        private final List<String> headers = new ArrayList<>();
        private final List<String> bodies = new ArrayList<>();
        private final List<String> urls = new ArrayList<>();
        private final Set<String> flags = new LinkedHashSet<>();
        private final Set<String> leftOut = new TreeSet<>();
        private final List<String> notes = new ArrayList<>();
        private String method = "";
        /** Value of the header Host; empty if none was given. */
        private String host = "";
        /** True if headers of JSON are sent where none was given. */
        private boolean json;

        private Reader(Set<String> ofProbe) {
            this.ofProbe = ofProbe;
        }

        private CurlWords read(List<String> words) {
            for (int i = 0; i < words.size(); i++) {
                String word = words.get(i);
                boolean valued = i + 1 < words.size();
                if (!word.startsWith("-") || word.equals("-")) {
                    urls.add(word);
                } else if (isOfProbe(word)) {
                    passed.add(word);
                } else if (word.contains("=")
                        && TAKEN_WITH_VALUE.contains(word.substring(2).split("=", 2)[0])) {
                    take(word.substring(2).split("=", 2)[0], word.split("=", 2)[1]);
                } else if (word.startsWith("--")) {
                    i += longOption(word.substring(2), valued ? words.get(i + 1) : null);
                } else {
                    i += shortOptions(word, valued ? words.get(i + 1) : null);
                }
            }
            return probe();
        }

        /** An option of Ceiling has its value in the same word, which curl's options never have. */
        private boolean isOfProbe(String word) {
            String name = word.split("=", 2)[0];
            if (!word.startsWith("--") || !ofProbe.contains(name) || isCurls(name.substring(2))) {
                return false;
            }
            if (!word.contains("=") && !FLAGS_OF_PROBE.contains(name)) {
                throw new IllegalArgumentException(
                        "%s must have its value behind =, as all options of ceiling here: %s=..."
                                .formatted(name, name));
            }
            return true;
        }

        private static boolean isCurls(String name) {
            return TAKEN_WITH_VALUE.contains(name)
                    || TAKEN_FLAGS.contains(name)
                    || LEFT_OUT_WITH_VALUE.contains(name)
                    || LEFT_OUT_FLAGS.contains(name)
                    || REFUSED.containsKey(name);
        }

        /** Returns the number of words that were taken beside the option itself. */
        private int longOption(String name, @Nullable String value) {
            if (REFUSED.containsKey(name)) {
                throw new IllegalArgumentException("curl's --%s cannot be sent: %s".formatted(name, REFUSED.get(name)));
            }
            if (TAKEN_WITH_VALUE.contains(name) || LEFT_OUT_WITH_VALUE.contains(name)) {
                if (value == null) {
                    throw new IllegalArgumentException("curl's --%s must have a value".formatted(name));
                }
                take(name, value);
                return 1;
            }
            if (TAKEN_FLAGS.contains(name)) {
                flags.add(name);
            } else if (PROTOCOLS.contains(name)) {
                notes.add("left out: --%s, since requests are sent over HTTP/1.1".formatted(name));
            } else if (LEFT_OUT_FLAGS.contains(name)) {
                leftOut.add("--" + name);
            } else {
                throw new IllegalArgumentException(
                        "curl's --%s is not known here. Hint: leave it out if it does not change the request"
                                .formatted(name));
            }
            return 0;
        }

        private int shortOptions(String word, @Nullable String next) {
            for (int i = 1; i < word.length(); i++) {
                String letter = word.substring(i, i + 1);
                if (SHORT_WITH_VALUE.containsKey(letter)) {
                    String rest = word.substring(i + 1);
                    int taken = longOption(SHORT_WITH_VALUE.get(letter), rest.isEmpty() ? next : rest);
                    return rest.isEmpty() ? taken : 0;
                }
                String name = SHORT_FLAGS.get(letter);
                if (name == null) {
                    throw new IllegalArgumentException(
                            "curl's -%s is not known here. Hint: leave it out if it does not change the request"
                                    .formatted(letter));
                }
                int unused = longOption(name, null);
            }
            return 0;
        }

        private void take(String name, String value) {
            switch (name) {
                case "request" -> method = value;
                case "url" -> urls.add(value);
                case "header" -> header(value);
                case "data", "data-ascii" -> bodies.add("--data=" + value);
                case "data-binary" -> bodies.add("--data-binary=" + value);
                case "data-raw" -> bodies.add("--data-raw=" + value);
                case "data-urlencode" -> bodies.add("--data-raw=" + encoded(value));
                case "json" -> {
                    bodies.add((value.startsWith("@") ? "--data-binary=" : "--data-raw=") + value);
                    json = true;
                }
                case "upload-file" -> {
                    bodies.add("--data-binary=@" + value);
                    method = method.isEmpty() ? "PUT" : method;
                }
                case "user" -> {
                    if (value.startsWith("@") || value.equals("-")) {
                        passed.add("--user=" + value);
                        return;
                    }
                    headers.add("Authorization: Basic "
                            + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8)));
                    notes.add("the list of processes has the password; --user=@FILE keeps it out");
                }
                case "cookie" -> {
                    if (!value.contains("=")) {
                        throw new IllegalArgumentException("curl's --cookie must be NAME=VALUE, a file is not read");
                    }
                    headers.add("Cookie: " + value);
                }
                case "user-agent" -> headers.add("User-Agent: " + value);
                case "referer" -> headers.add("Referer: " + value);
                case "range" -> headers.add("Range: bytes=" + value);
                default -> leftOut.add("--" + name);
            }
        }

        private void header(String line) {
            String name = line.split("[:;]", 2)[0].strip().toLowerCase(Locale.ROOT);
            boolean removed = line.endsWith(":") || name.isEmpty();
            if (line.startsWith("@")) {
                throw new IllegalArgumentException("curl's --header of a file is not read: give its lines with -H");
            }
            if (name.equals("host")) {
                host = line.substring(line.indexOf(':') + 1).strip();
                return;
            }
            if (CONDITIONS.contains(name)) {
                notes.add("left out: %s, which asks for an answer without a body".formatted(line.split(":", 2)[0]));
            } else if (!removed && !OF_THE_CONNECTION.contains(name)) {
                headers.add(
                        line.endsWith(";") && !line.contains(":") ? line.substring(0, line.length() - 1) + ":" : line);
            }
        }

        /** Encodes a value as {@code --data-urlencode} does; a name before an equals sign stays. */
        private static String encoded(String value) {
            int equals = value.indexOf('=');
            if (equals < 0 && value.contains("@")) {
                throw new IllegalArgumentException("curl's --data-urlencode of a file is not read");
            }
            String name = equals > 0 ? value.substring(0, equals + 1) : "";
            return name + URLEncoder.encode(value.substring(equals + 1), StandardCharsets.UTF_8);
        }

        private CurlWords probe() {
            if (urls.size() != 1) {
                throw new IllegalArgumentException(
                        urls.isEmpty()
                                ? "the command must have a URL, such as ceiling curl 'http://127.0.0.1:8080/orders' --data-raw '{\"id\":1}'"
                                : "the command must have one URL, had %d. Hint: a mix of several is ceiling URL --requests=FILE"
                                        .formatted(urls.size()));
            }
            String whole = urls.get(0).contains("://") ? urls.get(0) : "http://" + urls.get(0);
            URI url = server(whole, urls.get(0));
            boolean tls = url.getScheme().equalsIgnoreCase("https");
            if (!host.isEmpty()
                    && !host.equalsIgnoreCase(url.getRawAuthority())
                    && !host.equalsIgnoreCase(url.getHost())) {
                throw new IllegalArgumentException(
                        "the header Host must be that of the URL, %s, was '%s': requests have the host of the URL"
                                .formatted(url.getRawAuthority(), host));
            }
            if (json) {
                Stream.of("Content-Type", "Accept")
                        .filter(name -> headers.stream().noneMatch(line -> isNamed(line, name)))
                        .forEach(name -> headers.add(name + ": application/json"));
            }
            List<String> arguments = new ArrayList<>();
            arguments.add("%s://%s".formatted(url.getScheme(), url.getRawAuthority()));
            arguments.add("--in-flight=" + path(whole));
            body(arguments);
            headers.forEach(line -> arguments.add("--header=" + line));
            if (flags.contains("compressed") && headers.stream().noneMatch(line -> isNamed(line, "Accept-Encoding"))) {
                arguments.add("--header=Accept-Encoding: deflate, gzip");
            }
            if (flags.contains("insecure") && tls) {
                arguments.add("--insecure");
            }
            if (flags.contains("location")) {
                arguments.add("--follow");
            }
            arguments.addAll(passed);
            if (!leftOut.isEmpty()) {
                notes.add("left out, since it does not change the request: " + String.join(", ", leftOut));
            }
            return new CurlWords(arguments, notes);
        }

        private static boolean isNamed(String line, String name) {
            return line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":");
        }

        private void body(List<String> arguments) {
            boolean asQuery = flags.contains("get");
            if (flags.contains("head") && method.isEmpty()) {
                method = "HEAD";
            }
            boolean empty = bodies.stream().allMatch(body -> body.endsWith("="));
            if (!method.isEmpty() || (!bodies.isEmpty() && empty && !asQuery)) {
                arguments.add("--method=" + (method.isEmpty() ? "POST" : method));
            }
            if (asQuery) {
                if (bodies.stream().anyMatch(body -> value(body).startsWith("@"))) {
                    throw new IllegalArgumentException(
                            "curl's --get with a file is not sent: put its text into the URL");
                }
                return;
            }
            List<String> sent = bodies.stream()
                    .filter(body -> !body.endsWith("=") || body.indexOf('=') != body.length() - 1)
                    .toList();
            if (sent.size() > 1) {
                // As one text: several options of different kinds exclude each other.
                if (sent.stream().anyMatch(body -> value(body).startsWith("@") && !body.startsWith("--data-raw="))) {
                    throw new IllegalArgumentException(
                            "a body must be one file, or texts, were %d options".formatted(sent.size()));
                }
                arguments.add("--data-raw=" + sent.stream().map(Reader::value).collect(Collectors.joining("&")));
            } else {
                arguments.addAll(sent.stream()
                        .map(body -> value(body).startsWith("@") ? body : "--data-raw=" + value(body))
                        .toList());
            }
        }

        private static String value(String body) {
            return body.substring(body.indexOf('=') + 1);
        }

        private String path(String url) {
            String[] rest =
                    url.substring(endOfServer(url)).replaceAll("#.*", "").split("\\?", 2);
            List<String> query = new ArrayList<>();
            if (rest.length > 1) {
                query.add(asUri(rest[1]));
            }
            if (flags.contains("get")) {
                bodies.forEach(body -> query.add(value(body)));
            }
            String path = rest[0].isEmpty() ? "/" : asUri(rest[0]);
            return query.isEmpty() ? path : path + "?" + String.join("&", query);
        }

        /** Encodes what a URI must have encoded, but for placeholders. */
        private static String asUri(String text) {
            if (Placeholders.isIn(text)) {
                int begin = text.indexOf("{{");
                int end = text.indexOf("}}", begin) + 2;
                return asUri(text.substring(0, begin)) + text.substring(begin, end) + asUri(text.substring(end));
            }
            return text.codePoints()
                    .mapToObj(Character::toString)
                    .map(c -> c.charAt(0) > '~' || UNENCODED.contains(c)
                            ? URLEncoder.encode(c, StandardCharsets.UTF_8)
                            : c)
                    .map(c -> c.equals("+") ? "%20" : c)
                    .collect(Collectors.joining());
        }

        /** Returns the index at which the path or the query of a URL begins. */
        private static int endOfServer(String url) {
            int end = url.replaceFirst("://", "   ")
                    .replace('?', '/')
                    .replace('#', '/')
                    .indexOf('/');
            return end < 0 ? url.length() : end;
        }

        private static URI server(String url, String given) {
            try {
                URI server = URI.create(url.substring(0, endOfServer(url)));
                if (server.getHost() != null
                        && Set.of("http", "https").contains(server.getScheme().toLowerCase(Locale.ROOT))) {
                    return server;
                }
            } catch (IllegalArgumentException e) {
                // Said below, as of any other that is none.
            }
            throw new IllegalArgumentException(
                    "the command must have a URL of http or https, was '%s'".formatted(given.split("\\?", 2)[0]));
        }
    }
}
