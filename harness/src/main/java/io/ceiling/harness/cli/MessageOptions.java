package io.ceiling.harness.cli;

import io.ceiling.load.http.HttpRequest;
import io.ceiling.load.http.Placeholders;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options for method, headers and body of an HTTP request; named as curl has them. */
@Heading.Under(Heading.OWN_APPLICATION)
public final class MessageOptions {

    static final String METHOD = "--method";
    static final String DATA = "--data";
    static final String DATA_RAW = "--data-raw";
    static final String DATA_BINARY = "--data-binary";
    static final String USER = "--user";
    static final String HEADER = "--header";

    /** Largest body; each event loop of each load agent holds a copy. */
    static final int MAX_BODY_BYTES = 8 << 20;

    private static final String WEBSOCKET = "--websocket";
    private static final String MIX = RequestOptions.MIX;

    /** The options whose values may be secrets; none of them is recorded. */
    static final Set<String> SECRETS = Set.of(DATA, DATA_RAW, DATA_BINARY, USER);

    private static final String OF_A_WEBSOCKET = ": a WebSocket begins with a GET without a body";

    private static final String OF_A_MIX = ": each request of a mix has its own";

    @Needs({RequestOptions.WAR, RequestOptions.JAR, Needs.URL})
    @Excludes(value = WEBSOCKET, why = OF_A_WEBSOCKET)
    @Excludes(value = MIX, why = OF_A_MIX)
    @Option(
            names = {"-X", METHOD},
            paramLabel = "METHOD",
            converter = MethodConverter.class,
            description = "method of the request (default: GET, with a body POST)")
    private @Nullable String method;

    @Needs({RequestOptions.WAR, RequestOptions.JAR, Needs.URL})
    @Excludes(value = WEBSOCKET, why = OF_A_WEBSOCKET)
    @Excludes(value = MIX, why = OF_A_MIX)
    @Option(
            names = {"-d", DATA},
            paramLabel = "TEXT|@FILE",
            converter = BodyConverter.OfText.class,
            description = "body of the request, as curl sends it; not recorded (docs/requests.md)")
    private List<String> data = new ArrayList<>();

    @Needs({RequestOptions.WAR, RequestOptions.JAR, Needs.URL})
    @Excludes(
            value = {DATA, DATA_BINARY},
            why = ": a request has one body")
    @Excludes(value = WEBSOCKET, why = OF_A_WEBSOCKET)
    @Excludes(value = MIX, why = OF_A_MIX)
    @Option(
            names = DATA_RAW,
            paramLabel = "TEXT",
            converter = BodyConverter.class,
            description = "the same, and @ has no meaning")
    private @Nullable String dataRaw;

    @Needs({RequestOptions.WAR, RequestOptions.JAR, Needs.URL})
    @Excludes(value = DATA, why = ": a request has one body")
    @Excludes(value = WEBSOCKET, why = OF_A_WEBSOCKET)
    @Excludes(value = MIX, why = OF_A_MIX)
    @Option(
            names = DATA_BINARY,
            paramLabel = "TEXT|@FILE",
            converter = BodyConverter.OfBytes.class,
            description = "the same, and a file is sent as it is")
    private @Nullable String dataBinary;

    @Needs({RequestOptions.WAR, RequestOptions.JAR, Needs.URL})
    @Option(
            names = {"-H", HEADER},
            paramLabel = "HEADER",
            converter = Header.Converter.class,
            description = "'Name: value' sent with every request; not recorded; repeatable")
    private List<Header> headers = new ArrayList<>();

    @Needs({RequestOptions.WAR, RequestOptions.JAR, Needs.URL})
    @Option(
            names = {"-u", USER},
            paramLabel = "@FILE|-",
            converter = UserConverter.class,
            description = "user:password for basic authentication, from a file or from standard input; never kept")
    private @Nullable Header user;

    /** Returns the lines of the headers of every request. */
    public List<String> headers() {
        List<Header> all = new ArrayList<>(headers);
        if (user != null) {
            all.add(user);
        }
        return Header.lines(all);
    }

    public boolean isGiven() {
        return option().isPresent() || !headers().isEmpty();
    }

    /** Returns the option that changes a request beyond its headers, for messages; empty if none was given. */
    Optional<String> option() {
        return Stream.of(
                        method == null ? "" : METHOD,
                        data.isEmpty() ? "" : DATA,
                        dataRaw == null ? "" : DATA_RAW,
                        dataBinary == null ? "" : DATA_BINARY)
                .filter(name -> !name.isEmpty())
                .findFirst();
    }

    public HttpRequest request(String path) {
        String body = body();
        String contentType = body.isEmpty() || HttpRequest.hasHeader(headers(), "Content-Type")
                ? ""
                : "Content-Type: application/x-www-form-urlencoded\r\n";
        String sent = method != null ? method : body.isEmpty() ? "GET" : "POST";
        return new HttpRequest(sent, path, contentType, body, 1);
    }

    private String body() {
        return dataRaw != null ? dataRaw : dataBinary != null ? dataBinary : String.join("&", data);
    }

    /** Encodes a text as a body: UTF-8, with one character for each byte. */
    public static String bytes(String text) {
        return latin(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Reads a file as a body, with one character for each byte.
     *
     * @throws TypeConversionException if it cannot be read, is empty or too long
     */
    public static String bodyOf(String file) {
        return BodyConverter.read(file);
    }

    private static String latin(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    static void requirePlaceholders(String text) {
        try {
            Placeholders.require(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("must have placeholders that are known: " + e.getMessage());
        }
    }

    static final class MethodConverter implements ITypeConverter<String> {

        private static final Pattern METHODS = Pattern.compile("[A-Z][A-Z-]{1,19}");
        private static final Set<String> REFUSED = Set.of("CONNECT", "TRACE");

        @Override
        public String convert(String text) {
            if (!METHODS.matcher(text).matches() || REFUSED.contains(text)) {
                throw new TypeConversionException(
                        "must be a method in capital letters such as POST, and not CONNECT or TRACE, was '%s'"
                                .formatted(text));
            }
            return text;
        }
    }

    /** A body that is given as a text. */
    static class BodyConverter implements ITypeConverter<String> {

        private static final Pattern DURATION = Pattern.compile("\\d+(ms|s|m|h)");

        @Override
        public String convert(String text) {
            requirePlaceholders(text);
            return bounded(bytes(text));
        }

        private static String bounded(String body) {
            if (body.length() > MAX_BODY_BYTES) {
                throw tooLong("%d bytes".formatted(body.length()));
            }
            return body;
        }

        private static TypeConversionException tooLong(String was) {
            return new TypeConversionException("must be a body of at most 8 MiB, was %s".formatted(was));
        }

        static String read(String file) {
            try {
                Path path = Path.of(file);
                if (Files.isDirectory(path)) {
                    throw new TypeConversionException("must name a file, was the folder '%s'".formatted(file));
                }
                long size = Files.isRegularFile(path) ? Files.size(path) : 0;
                if (size > MAX_BODY_BYTES) {
                    throw tooLong("'%s' with %.1f MiB".formatted(file, size / (double) (1 << 20)));
                }
                try (InputStream in = Files.newInputStream(path)) {
                    byte[] bytes = in.readNBytes(MAX_BODY_BYTES + 1);
                    if (bytes.length == 0) {
                        throw new TypeConversionException(
                                "must name a file with a body, '%s' is empty".formatted(file));
                    }
                    return bounded(latin(bytes));
                }
            } catch (NoSuchFileException e) {
                throw new TypeConversionException("must name a file that exists, was '%s'".formatted(file));
            } catch (AccessDeniedException e) {
                throw new TypeConversionException("must name a file that you may read, was '%s'".formatted(file));
            } catch (IOException | IllegalArgumentException e) {
                throw new TypeConversionException("must name a file that can be read, was '%s'".formatted(file));
            }
        }

        /** A text, or a file as it is. */
        static final class OfBytes extends BodyConverter {

            @Override
            public String convert(String text) {
                return text.startsWith("@") ? read(text.substring(1)) : super.convert(text);
            }
        }

        /** A text, or a file without its line ends. */
        static final class OfText extends BodyConverter {

            @Override
            public String convert(String text) {
                if (DURATION.matcher(text).matches()) {
                    throw new TypeConversionException(
                            "must be a body, '%s' looks like a duration. Hint: a ramp ends at the ceiling; a body like that is --data-raw=%s"
                                    .formatted(text, text));
                }
                return text.startsWith("@") ? read(text.substring(1)).replaceAll("[\r\n\0]", "") : super.convert(text);
            }
        }
    }

    /** Reads user and password from a file or standard input, never from the command line. */
    static final class UserConverter implements ITypeConverter<Header> {

        private static final int MAX_BYTES = 1000;

        @Override
        public Header convert(String text) {
            String line;
            if (text.equals("-")) {
                line = read(System.in, "standard input");
            } else if (text.startsWith("@")) {
                try (InputStream in = Files.newInputStream(Path.of(text.substring(1)))) {
                    line = read(in, "'%s'".formatted(text.substring(1)));
                } catch (IOException | IllegalArgumentException e) {
                    throw new TypeConversionException(
                            "must name a file that can be read, was '%s'".formatted(text.substring(1)));
                }
            } else {
                // Not shown: it is the secret.
                throw new TypeConversionException(
                        "must be @FILE with user:password, or - for standard input, so that the list of processes does not have it");
            }
            return new Header("Authorization: Basic "
                    + Base64.getEncoder().encodeToString(line.getBytes(StandardCharsets.UTF_8)));
        }

        private static String read(InputStream in, String from) {
            try {
                String line = new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8)
                        .lines()
                        .findFirst()
                        .orElse("");
                if (!line.contains(":")) {
                    throw new TypeConversionException("must be user:password, %s has no colon".formatted(from));
                }
                return line;
            } catch (IOException e) {
                throw new TypeConversionException("must be user:password, %s cannot be read".formatted(from));
            }
        }
    }
}
