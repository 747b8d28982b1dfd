package io.ceiling.watch;

import io.ceiling.harness.scenario.Target;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the URL that a load tool requests: the only URL of that server in its command, otherwise the watched one. */
final class ToolUrl {

    private static final Pattern URL = Pattern.compile("https?://[^\\s'\"`|;,)\\]}]+");

    // Options with which a tool sends something other than a plain GET.
    private static final Map<String, Set<String>> NON_GET_OPTIONS = Map.of(
            "wrk", Set.of("-s", "--script"),
            "wrk2", Set.of("-s", "--script"),
            "ab", Set.of("-p", "-u", "-m"),
            "hey", Set.of("-m", "-d", "-D"),
            "oha", Set.of("-m", "-d", "-D", "-F"),
            "bombardier", Set.of("-m", "-b", "-f"));

    private static final Set<String> DEFAULT_NON_GET_OPTIONS =
            Set.of("-X", "--request", "--method", "--data", "--body", "--body-file", "--json", "--form");

    private ToolUrl() {}

    /**
     * Returns the URL that the tool requests with a plain GET; empty if it is ambiguous, or the tool sends something
     * else.
     */
    static Optional<URI> of(List<String> command, Target.Endpoint server) {
        String program = command.get(0).substring(command.get(0).lastIndexOf('/') + 1);
        Set<String> options = NON_GET_OPTIONS.getOrDefault(program, DEFAULT_NON_GET_OPTIONS);
        boolean isOtherRequest = command.stream().anyMatch(word -> options.stream()
                .anyMatch(option -> word.equals(option) || word.startsWith(option + "=")));
        if (isOtherRequest) {
            return Optional.empty();
        }
        List<URI> found = new ArrayList<>();
        for (String word : command) {
            Matcher urls = URL.matcher(word);
            while (urls.find()) {
                parse(urls.group())
                        .filter(url -> isOf(url, server))
                        .filter(url -> !found.contains(url))
                        .ifPresent(found::add);
            }
        }
        if (found.size() == 1) {
            return Optional.of(found.get(0));
        }
        return found.isEmpty() && !server.contextPath().isEmpty() ? parse(server.url()) : Optional.empty();
    }

    /** Returns the only URL in a command; empty if it has none or several. */
    static Optional<URI> singleUrl(List<String> command) {
        List<URI> found = command.stream()
                .flatMap(word -> URL.matcher(word).results())
                .flatMap(word -> parse(word.group()).stream())
                .distinct()
                .toList();
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    /** Returns the server of a URL, without path and login, which may be secrets. */
    static String server(URI url) {
        return "%s://%s%s/".formatted(url.getScheme(), url.getHost(), url.getPort() < 0 ? "" : ":" + url.getPort());
    }

    /** Returns the path of a URL with its query; the root if the text is no URL. */
    static String pathOf(String url) {
        return parse(url)
                .map(one -> (one.getRawPath().isEmpty() ? "/" : one.getRawPath())
                        + (one.getRawQuery() == null ? "" : "?" + one.getRawQuery()))
                .orElse("/");
    }

    private static Optional<URI> parse(String text) {
        try {
            URI url = URI.create(text);
            return url.getHost() == null ? Optional.empty() : Optional.of(url);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static boolean isOf(URI url, Target.Endpoint server) {
        int usual = url.getScheme().equals("https") ? 443 : 80;
        return (url.getPort() < 0 ? usual : url.getPort()) == server.port() && isHost(url.getHost(), server);
    }

    private static boolean isHost(String host, Target.Endpoint server) {
        try {
            return host.equals(server.serverName())
                    || InetAddress.getByName(host).equals(InetAddress.getByName(server.address()));
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
