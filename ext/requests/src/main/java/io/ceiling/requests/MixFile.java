package io.ceiling.requests;

import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.Header;
import io.ceiling.harness.cli.MessageOptions;
import io.ceiling.harness.cli.RequestFiles;
import io.ceiling.harness.cli.RequestOptions;
import io.ceiling.load.http.HttpRequest;
import io.ceiling.load.http.Placeholders;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a file with a mix of requests: targets as vegeta has them, or requests as HTTP clients of editors have them in
 * {@code .http} files, with {@code ###} between two. A comment such as {@code # weight 3} before a request is its weight.
 */
public final class MixFile implements RequestFiles {

    private static final int MAX_BYTES = 16 << 20;
    // Each event loop of an agent has a histogram of each request.
    private static final int MAX_REQUESTS = 50;

    private static final int MAX_WEIGHT = 1_000_000;
    private static final String SEPARATOR = "###";

    private static final Pattern REQUEST = Pattern.compile("([A-Z]{3,20})\\s+(\\S.*?)(?:\\s+HTTP/[0-9.]+)?\\s*");
    private static final Pattern WEIGHT = Pattern.compile("(?:#|//)\\s*@?weight\\s*[ :=]\\s*(\\S+)\\s*");
    private static final Pattern VARIABLE = Pattern.compile("@([A-Za-z_][A-Za-z0-9_.-]*)\\s*=\\s*(.*)");
    private static final Pattern ABSOLUTE = Pattern.compile("(https?://[^/?#]+)([^#]*)(#.*)?");
    // A comment that means a weight, whatever its form.
    private static final Pattern WEIGHT_LIKE = Pattern.compile("(#+|//)\\s*@?weight\\b.*");

    @Override
    public List<HttpRequest> read(Path file) {
        return new Reader(file).read();
    }

    private static final class Reader {

        private final Path file;
        private final List<HttpRequest> requests = new ArrayList<>();
        private final Set<String> servers = new HashSet<>();
        private final Map<String, String> variables = new HashMap<>();
        private List<String> lines = List.of();
        // Index of the current line.
        private int lineIndex;

        private int weight = 1;

        private Reader(Path file) {
            this.file = file;
        }

        private List<HttpRequest> read() {
            lines = lines();
            boolean vegeta = lines.stream().noneMatch(line -> line.startsWith(SEPARATOR))
                    && !file.toString().endsWith(".http")
                    && !file.toString().endsWith(".rest");
            while (lineIndex < lines.size()) {
                String line = lines.get(lineIndex);
                if (consumeOutside(line)) {
                    lineIndex++;
                } else {
                    request(line, vegeta);
                }
            }
            if (requests.isEmpty()) {
                throw CommandException.badArguments(
                        "--requests: %s has no request, such as GET /products".formatted(file));
            }
            return List.copyOf(requests);
        }

        private List<String> lines() {
            try {
                if (Files.size(file) > MAX_BYTES) {
                    throw CommandException.badArguments("--requests: %s must be at most 16 MiB, was %.1f MiB"
                            .formatted(file, Files.size(file) / (double) (1 << 20)));
                }
                String text = Files.readString(file, StandardCharsets.UTF_8);
                // Byte order mark that some editors of Windows write.
                return (text.startsWith("\ufeff") ? text.substring(1) : text)
                        .lines()
                        .toList();
            } catch (IOException e) {
                throw CommandException.badArguments(
                        "--requests must name a file of UTF-8 that can be read, was '%s'".formatted(file));
            }
        }

        // Takes a line between requests: a blank one, a comment, a variable. Returns false for the first line of a
        // request.
        private boolean consumeOutside(String line) {
            Matcher weighted = WEIGHT.matcher(line);
            Matcher variable = VARIABLE.matcher(line);
            if (weighted.matches()) {
                weight = weight(weighted.group(1));
            } else if (variable.matches()) {
                variables.put(variable.group(1), fillVariables(variable.group(2).strip()));
            }
            if (!weighted.matches() && WEIGHT_LIKE.matcher(line).matches()) {
                throw badLine("a weight must be a comment such as # weight 3, was '%s'".formatted(line));
            }
            return line.isBlank() || isComment(line) || variable.matches();
        }

        private static boolean isComment(String line) {
            return line.startsWith("#") || line.startsWith("//");
        }

        private int weight(String text) {
            if (!text.matches("[1-9]\\d{0,5}|1000000")) {
                throw badLine("weight must be 1 to %d, was '%s'".formatted(MAX_WEIGHT, text));
            }
            return Integer.parseInt(text);
        }

        private void request(String line, boolean vegeta) {
            int begin = lineIndex;
            Matcher first = REQUEST.matcher(line);
            if (!first.matches() && !line.startsWith("/") && !line.startsWith("http")) {
                // Not shown: it may be a body, with what only the user may see.
                throw badLine(
                        line.startsWith("{") && vegeta
                                ? "must be METHOD URL, such as GET /products. Hint: a body needs ### between requests, or a name that ends in .http"
                                : "must be METHOD URL, such as GET /products");
            }
            if (requests.size() == MAX_REQUESTS) {
                throw badLine("a mix must have at most %d requests".formatted(MAX_REQUESTS));
            }
            String method = first.matches() ? first.group(1) : "GET";
            StringBuilder url = new StringBuilder(first.matches() ? first.group(2) : line.strip());
            lineIndex++;
            for (; lineIndex < lines.size() && lines.get(lineIndex).matches("\\s+[?&].*"); lineIndex++) {
                url.append(lines.get(lineIndex).strip());
            }
            StringBuilder headers = new StringBuilder();
            String body = "";
            for (;
                    lineIndex < lines.size()
                            && !lines.get(lineIndex).isBlank()
                            && !lines.get(lineIndex).startsWith(SEPARATOR);
                    lineIndex++) {
                String next = lines.get(lineIndex);
                if (vegeta && next.startsWith("@")) {
                    body = bodyOf(next.substring(1).strip());
                } else if (vegeta && REQUEST.matcher(next).matches()) {
                    break;
                } else if (WEIGHT_LIKE.matcher(next).matches()) {
                    throw badLine("a weight must be before its request");
                } else if (!isComment(next)) {
                    headers.append(header(fillVariables(next)));
                }
            }
            if (!vegeta && lineIndex < lines.size() && lines.get(lineIndex).isBlank()) {
                body = body();
            }
            int end = lineIndex;
            lineIndex = begin;
            add(method, fillVariables(url.toString()), headers.toString(), body);
            lineIndex = end;
        }

        private void add(String method, String url, String headers, String body) {
            if (method.equals("CONNECT") || method.equals("TRACE")) {
                throw badLine("%s is not sent".formatted(method));
            }
            try {
                Placeholders.require(url);
                Placeholders.require(headers);
                requests.add(new HttpRequest(method, path(url), headers, body, weight));
            } catch (IllegalArgumentException | TypeConversionException e) {
                throw badLine(String.valueOf(e.getMessage()));
            }
            weight = 1;
        }

        // Returns the path of a URL, or the path that it is; all URLs must be of one server.
        private String path(String url) {
            if (!url.startsWith("/")) {
                Matcher absolute = ABSOLUTE.matcher(url);
                if (!absolute.matches()) {
                    throw new IllegalArgumentException(
                            "must be a path, or a URL of http or https, was '%s'".formatted(url.split("\\?", 2)[0]));
                }
                servers.add(URI.create(absolute.group(1)).toString());
                if (servers.size() > 1) {
                    throw new IllegalArgumentException(
                            "all requests must be of one server, were of %s".formatted(String.join(" and ", servers)));
                }
                String path = absolute.group(2);
                return path(path.startsWith("/") ? path : "/" + path);
            }
            new RequestOptions.PathConverter().convert(url);
            return url;
        }

        private String header(String line) {
            Matcher header = Header.matcher(line.strip());
            if (!header.matches()) {
                // Not shown: the value may be a secret.
                throw badLine("must be a header 'Name: value' in printable ASCII");
            }
            return Header.isReserved(header.group(1))
                    ? ""
                    : "%s: %s\r\n".formatted(header.group(1), header.group(2).strip());
        }

        private String body() {
            List<String> body = new ArrayList<>();
            for (lineIndex++; lineIndex < lines.size() && !lines.get(lineIndex).startsWith(SEPARATOR); lineIndex++) {
                String line = lines.get(lineIndex);
                if (WEIGHT_LIKE.matcher(line).matches()) {
                    throw badLine("a weight behind a body is part of it: put it behind ###");
                }
                if (line.startsWith("> ") || line.startsWith("< {%")) {
                    throw badLine("scripts are not run: remove them, or the line");
                }
                body.add(line);
            }
            while (!body.isEmpty() && body.get(body.size() - 1).isBlank()) {
                body.remove(body.size() - 1);
            }
            if (body.size() == 1 && body.get(0).matches("<@?\\s+\\S.*")) {
                return bodyOf(body.get(0).replaceFirst("<@?\\s+", "").strip());
            }
            String text = fillVariables(String.join("\n", body));
            try {
                Placeholders.require(text);
            } catch (IllegalArgumentException e) {
                throw badLine(String.valueOf(e.getMessage()));
            }
            return MessageOptions.bytes(text);
        }

        private String bodyOf(String name) {
            Path folder = file.toAbsolutePath().getParent();
            try {
                return MessageOptions.bodyOf(
                        folder == null ? name : folder.resolve(name).toString());
            } catch (TypeConversionException | IllegalArgumentException e) {
                throw badLine("the body " + e.getMessage());
            }
        }

        private String fillVariables(String text) {
            String filled = text;
            for (Map.Entry<String, String> variable : variables.entrySet()) {
                filled = filled.replaceAll(
                        "\\{\\{\\s*%s\\s*}}".formatted(Pattern.quote(variable.getKey())),
                        Matcher.quoteReplacement(variable.getValue()));
            }
            return filled;
        }

        private CommandException badLine(String what) {
            return CommandException.badArguments(
                    "--requests: %s, line %d: %s".formatted(file, Math.min(lineIndex, lines.size() - 1) + 1, what));
        }
    }
}
