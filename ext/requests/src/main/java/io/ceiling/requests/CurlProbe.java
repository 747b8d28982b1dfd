package io.ceiling.requests;

import io.ceiling.harness.cli.Header;
import io.ceiling.load.http.HttpRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
record CurlProbe(List<String> arguments, List<String> notes) {

    // Headers that a browser sends for a page in its cache: the answer would be 304, without a body.
    private static final Set<String> CONDITIONS = Set.of("if-none-match", "if-modified-since");

    CurlProbe {
        arguments = List.copyOf(arguments);
        notes = List.copyOf(notes);
    }

    /**
     * Returns the probe that a command asks for.
     *
     * @param words words behind {@code curl}
     * @param probeOptions the options of a probe, which are passed on as they are, each with true if it has a value
     * @throws IllegalArgumentException with one line if it cannot be sent
     */
    static CurlProbe of(List<String> words, Map<String, Boolean> probeOptions) {
        return new Reader(probeOptions).read(words);
    }

    // A part of a body.
    // option: option of a probe that sends it
    // value: its text, or an at sign and the name of a file
    private record Part(String option, String value) {

        boolean isFile() {
            return value.startsWith("@") && !option.equals("--data-raw");
        }

        String argument() {
            return option + "=" + value;
        }
    }

    // Collects what the words say.
    private static final class Reader {

        private final Map<String, Boolean> probeOptions;
        private final List<String> passedArguments = new ArrayList<>();
        private final List<String> headers = new ArrayList<>();
        private final List<Part> body = new ArrayList<>();
        private final List<String> urls = new ArrayList<>();
        private final Set<String> flags = new HashSet<>();
        private final Set<String> ignoredOptions = new TreeSet<>();
        private final List<String> notes = new ArrayList<>();
        private String method = "";
        // Value of the header Host; empty if none was given.
        private String host = "";

        private Reader(Map<String, Boolean> probeOptions) {
            this.probeOptions = probeOptions;
        }

        private CurlProbe read(List<String> words) {
            for (int i = 0; i < words.size(); i++) {
                String word = words.get(i);
                String next = i + 1 < words.size() ? words.get(i + 1) : null;
                if (!word.startsWith("-") || word.equals("-")) {
                    urls.add(word);
                } else if (word.startsWith("--")) {
                    i += addLongOption(word, next);
                } else {
                    i += addShortOptions(word, next);
                }
            }
            return probe();
        }

        // Takes a long option, and returns the number of words that were its value.
        private int addLongOption(String word, @Nullable String next) {
            String[] parts = word.split("=", 2);
            Optional<CurlOption> ofCurl = CurlOption.named(parts[0].substring(2));
            if (ofCurl.isPresent()) {
                // A value behind an equals sign is that of Ceiling's option of the same name.
                return addOption(ofCurl.get(), parts.length > 1 ? parts[1] : next) && parts.length == 1 ? 1 : 0;
            }
            if (!probeOptions.containsKey(parts[0])) {
                throw unknown(parts[0]);
            }
            if (probeOptions.get(parts[0]) && parts.length == 1) {
                throw new IllegalArgumentException(
                        "%s must have its value behind =, as all options of ceiling here: %s=..."
                                .formatted(word, word));
            }
            passedArguments.add(word);
            return 0;
        }

        // Takes the letters of a word, of which the last may have its value behind it.
        private int addShortOptions(String word, @Nullable String next) {
            for (int i = 1; i < word.length(); i++) {
                String letter = word.substring(i, i + 1);
                String rest = word.substring(i + 1);
                CurlOption option = CurlOption.ofLetter(letter).orElseThrow(() -> unknown("-" + letter));
                if (addOption(option, rest.isEmpty() ? next : rest)) {
                    return rest.isEmpty() ? 1 : 0;
                }
            }
            return 0;
        }

        private static IllegalArgumentException unknown(String option) {
            return new IllegalArgumentException(
                    "curl's %s is not known here. Hint: leave it out if it does not change the request"
                            .formatted(option));
        }

        private boolean addOption(CurlOption option, @Nullable String value) {
            String name = option.name();
            switch (option.use()) {
                case REFUSE ->
                    throw new IllegalArgumentException(
                            "curl's --%s cannot be sent: %s".formatted(name, option.reason()));
                case PROTOCOL -> notes.add("left out: --%s, since requests are sent over HTTP/1.1".formatted(name));
                case IGNORE -> ignoredOptions.add("--" + name);
                case TAKE -> flags.add(name);
            }
            if (option.hasValue() && value == null) {
                throw new IllegalArgumentException("curl's --%s must have a value".formatted(name));
            }
            if (option.hasValue() && option.use() == CurlOption.Use.TAKE) {
                addValue(name, String.valueOf(value));
            }
            return option.hasValue();
        }

        private void addValue(String name, String value) {
            switch (name) {
                case "request" -> method = value;
                case "url" -> urls.add(value);
                case "header" -> header(value);
                case "data", "data-ascii" -> body.add(new Part("--data", value));
                case "data-urlencode" -> body.add(new Part("--data-raw", encoded(value)));
                case "json" -> body.add(new Part("--data-binary", value));
                case "upload-file" -> {
                    body.add(new Part("--data-binary", "@" + value));
                    method = method.isEmpty() ? "PUT" : method;
                }
                case "user" -> login(value);
                case "cookie" -> {
                    if (!value.contains("=")) {
                        throw new IllegalArgumentException("curl's --cookie must be NAME=VALUE, a file is not read");
                    }
                    headers.add("Cookie: " + value);
                }
                case "user-agent" -> headers.add("User-Agent: " + value);
                case "referer" -> headers.add("Referer: " + value);
                case "range" -> headers.add("Range: bytes=" + value);
                default -> body.add(new Part("--" + name, value));
            }
        }

        private void login(String value) {
            if (value.startsWith("@") || value.equals("-")) {
                passedArguments.add("--user=" + value);
            } else {
                headers.add("Authorization: Basic "
                        + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8)));
                notes.add("the list of processes has the password; --user=@FILE keeps it out");
            }
        }

        private void header(String line) {
            if (line.startsWith("@")) {
                throw new IllegalArgumentException("curl's --header of a file is not read: give its lines with -H");
            }
            String name = line.split("[:;]", 2)[0].strip();
            if (name.equalsIgnoreCase("host")) {
                host = line.substring(line.indexOf(':') + 1).strip();
            } else if (CONDITIONS.contains(name.toLowerCase(Locale.ROOT))) {
                notes.add("left out: %s, which asks for an answer without a body".formatted(name));
            } else if (!name.isEmpty() && !line.endsWith(":") && !Header.isReserved(name)) {
                // Without a value curl has a semicolon; a colon alone removes a header.
                headers.add(line.endsWith(";") && !line.contains(":") ? name + ":" : line);
            }
        }

        // Encodes a value as --data-urlencode does; a name before an equals sign stays.
        private static String encoded(String value) {
            int equals = value.indexOf('=');
            if (equals < 0 && value.contains("@")) {
                throw new IllegalArgumentException("curl's --data-urlencode of a file is not read");
            }
            String name = equals > 0 ? value.substring(0, equals + 1) : "";
            return name + URLEncoder.encode(value.substring(equals + 1), StandardCharsets.UTF_8);
        }

        private CurlProbe probe() {
            if (urls.size() != 1) {
                throw new IllegalArgumentException(
                        urls.isEmpty()
                                ? "the command must have a URL, such as ceiling curl 'http://127.0.0.1:8080/orders' --data-raw '{\"id\":1}'"
                                : "the command must have one URL, had %d. Hint: a mix of several is ceiling URL --requests=FILE"
                                        .formatted(urls.size()));
            }
            CurlUrl url = CurlUrl.of(urls.get(0));
            if (!host.isEmpty() && !url.isHost(host)) {
                throw new IllegalArgumentException(
                        "the header Host must be that of the URL, %s, was '%s': requests have the host of the URL"
                                .formatted(url.server().getRawAuthority(), host));
            }
            if (!ignoredOptions.isEmpty()) {
                notes.add("left out, since it does not change the request: " + String.join(", ", ignoredOptions));
            }
            if (flags.contains("json")) {
                addUnlessGiven("Content-Type", "application/json");
                addUnlessGiven("Accept", "application/json");
            }
            if (flags.contains("compressed")) {
                addUnlessGiven("Accept-Encoding", "deflate, gzip");
            }
            return new CurlProbe(
                    Stream.of(
                                    Stream.of(url.server().toString(), "--in-flight=" + path(url)),
                                    messageOptions().stream(),
                                    headers.stream().map(line -> "--header=" + line),
                                    Stream.of("--insecure")
                                            .filter(flag -> flags.contains("insecure") && url.isSecured()),
                                    Stream.of("--follow").filter(flag -> flags.contains("location")),
                                    passedArguments.stream())
                            .flatMap(arguments -> arguments)
                            .toList(),
                    notes);
        }

        private void addUnlessGiven(String name, String value) {
            if (!HttpRequest.hasHeader(headers, name)) {
                headers.add(name + ": " + value);
            }
        }

        private boolean isQuery() {
            return flags.contains("get");
        }

        private String path(CurlUrl url) {
            String query = Stream.concat(
                            Stream.of(url.query()),
                            body.stream().filter(part -> isQuery()).map(Part::value))
                    .filter(part -> !part.isEmpty())
                    .collect(Collectors.joining("&"));
            return query.isEmpty() ? url.path() : url.path() + "?" + query;
        }

        private List<String> messageOptions() {
            boolean files = body.stream().anyMatch(Part::isFile);
            if (files && (isQuery() || body.size() > 1)) {
                throw new IllegalArgumentException(
                        isQuery()
                                ? "curl's --get with a file is not sent: put its text into the URL"
                                : "a body must be one file, or texts, were %d options".formatted(body.size()));
            }
            String text = body.stream().map(Part::value).collect(Collectors.joining("&"));
            boolean emptyPost = !body.isEmpty() && text.isEmpty() && !isQuery();
            List<String> options = new ArrayList<>();
            String sent = !method.isEmpty() ? method : flags.contains("head") ? "HEAD" : emptyPost ? "POST" : "";
            if (!sent.isEmpty()) {
                options.add("--method=" + sent);
            }
            if (!text.isEmpty() && !isQuery()) {
                options.add(files ? body.get(0).argument() : "--data-raw=" + text);
            }
            return options;
        }
    }
}
