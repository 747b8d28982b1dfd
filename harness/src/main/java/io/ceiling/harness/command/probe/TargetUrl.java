package io.ceiling.harness.command.probe;

import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.text.OneLine;
import io.ceiling.load.workload.CustomPlan;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The URL of an application, or of a request to it, as given by the user.
 *
 * @param tls true for https and wss
 * @param host name or address; an IPv6 address without brackets
 * @param port TCP port
 * @param contextPath {@code ""} or {@code "/name"}, without the last slash
 * @param request request of the URL if no option names one: a WebSocket for ws and wss, otherwise a GET
 */
public record TargetUrl(boolean tls, String host, int port, String contextPath, CustomRequest request) {

    private static final Map<String, Boolean> SCHEMES = Map.of("http", false, "ws", false, "https", true, "wss", true);
    private static final int HTTP = 80;
    private static final int HTTPS = 443;
    private static final int MAX_PORT = 65_535;

    // A comma before a scheme, or at the end: a path and a query may have others.
    private static final String BETWEEN_URLS = ",(?=[A-Za-z]+://|$)";

    // A host with a port or a path, as other tools take it.
    private static final Pattern WITHOUT_SCHEME = Pattern.compile("[A-Za-z0-9.-]+(:\\d{1,5})?(/[!-~]*)?");

    /**
     * Parses a URL.
     *
     * @throws CommandException if it is wrong; the message has the text and what is allowed
     */
    public static TargetUrl parse(String text) {
        try {
            URI uri = new URI(new URI(text).toASCIIString());
            @Nullable String scheme = uri.getScheme();
            @Nullable String host = uri.getHost();
            @Nullable Boolean tls = scheme == null ? null : SCHEMES.get(scheme.toLowerCase(Locale.ROOT));
            if (uri.getRawUserInfo() != null) {
                // Not shown: the part before the '@' may be a password.
                throw CommandException.badArguments(
                        "URL must have no user or password before the host. Hint: give it as --header=@FILE");
            }
            if (tls == null
                    || host == null
                    || uri.getRawFragment() != null
                    || uri.getPort() == 0
                    || uri.getPort() > MAX_PORT) {
                throw wrong(text);
            }
            String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
            String path = uri.getRawPath() == null ? "" : uri.getRawPath();
            String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
            int port = uri.getPort() >= 0 ? uri.getPort() : tls ? HTTPS : HTTP;
            CustomPlan.Kind kind =
                    scheme.toLowerCase(Locale.ROOT).startsWith("ws") ? CustomPlan.Kind.WEBSOCKET : CustomPlan.Kind.GET;
            CustomRequest request = new CustomRequest(kind, (path.isEmpty() ? "/" : path) + query, "", "");
            return new TargetUrl(tls, bare, port, withoutLastSlashes(path), request);
        } catch (URISyntaxException e) {
            throw wrong(text);
        }
    }

    /**
     * Parses the URLs of one application on several servers, or a single one.
     *
     * @param texts URLs with commas between them
     * @param insecure true to accept any certificate, which only TLS has
     * @throws CommandException if one is wrong, or they differ in more than host and port
     */
    static List<TargetUrl> parseAll(String texts, boolean insecure) {
        List<String> each = List.of(texts.split(BETWEEN_URLS, -1));
        List<TargetUrl> urls = each.stream().map(TargetUrl::parse).toList();
        TargetUrl first = urls.get(0);
        for (int i = 1; i < urls.size(); i++) {
            if (urls.get(i).tls != first.tls) {
                throw CommandException.badArguments(
                        "URL %d of %d must be %s as the first is, was '%s'. Hint: probe servers with and without TLS one after the other"
                                .formatted(
                                        i + 1,
                                        urls.size(),
                                        first.tls ? "https or wss" : "http or ws",
                                        CustomRequest.masked(each.get(i))));
            }
            if (!urls.get(i).withoutSlash().equals(first.withoutSlash())) {
                throw CommandException.badArguments(
                        "URL %d of %d must have the path '%s' as the first has, was '%s'. Hint: all must be the same application"
                                .formatted(
                                        i + 1,
                                        urls.size(),
                                        CustomRequest.masked(first.request.path()),
                                        CustomRequest.masked(each.get(i))));
            }
        }
        if (insecure && !first.tls) {
            throw CommandException.badArguments(
                    "--insecure must come with https or wss, was '%s'".formatted(CustomRequest.masked(texts)));
        }
        return urls;
    }

    /** Parses a single URL likewise. */
    static TargetUrl parseOne(String text, boolean insecure) {
        List<TargetUrl> urls = parseAll(text, insecure);
        if (urls.size() > 1) {
            throw CommandException.badArguments(
                    "URL must be one server, was '%s'".formatted(CustomRequest.masked(text)));
        }
        return urls.get(0);
    }

    private String withoutSlash() {
        String path = request.path();
        return contextPath + (path.contains("?") ? path.substring(path.indexOf('?')) : "");
    }

    private static String withoutLastSlashes(String path) {
        int end = path.length();
        while (end > 0 && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(0, end);
    }

    /**
     * Requires that a URL is that of an application, to whose path others are appended.
     *
     * @throws CommandException if it has a query
     */
    void requireNoQuery() {
        if (request.path().contains("?")) {
            throw CommandException.badArguments(
                    "URL must have no query where another option says what is asked, such as http://127.0.0.1:8080/shop, was '%s'"
                            .formatted(CustomRequest.masked(request.path())));
        }
    }

    private static CommandException wrong(String given) {
        String text = CustomRequest.masked(given);
        return CommandException.badArguments(
                "URL must begin with http, https, ws or wss and have no fragment, such as http://127.0.0.1:8080/shop, was '%s'%s"
                        .formatted(
                                OneLine.of(text),
                                WITHOUT_SCHEME.matcher(text).matches()
                                        ? ", did you mean 'http://%s'?".formatted(text)
                                        : ""));
    }
}
