package io.ceiling.harness.server;

import io.ceiling.harness.scenario.Jdk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** Finds the JDKs of this host. Every call reads the disk; no process is started. */
public final class JdkFinder {

    // Feature release of the servers' bytecode.
    private static final int MIN_FEATURE = 17;

    private final List<Path> homes;
    private final List<Path> folders;
    private final Path toolchains;

    /**
     * Creates a finder for the given places.
     *
     * @param homes folders that may be JDKs
     * @param folders folders whose subfolders may be JDKs
     * @param toolchains Maven's toolchains.xml; need not exist
     */
    public JdkFinder(List<Path> homes, List<Path> folders, Path toolchains) {
        this.homes = List.copyOf(homes);
        this.folders = List.copyOf(folders);
        this.toolchains = toolchains;
    }

    /** Returns a finder for JAVA_HOME, the running JVM, /usr/lib/jvm, SDKMAN and Maven's toolchains. */
    public static JdkFinder ofHost() {
        List<Path> homes = new ArrayList<>();
        @Nullable String javaHome = System.getenv("JAVA_HOME");
        if (javaHome != null && !javaHome.isBlank()) {
            homes.add(Path.of(javaHome));
        }
        homes.add(Path.of(System.getProperty("java.home")));
        Path user = Path.of(System.getProperty("user.home"));
        return new JdkFinder(
                homes,
                List.of(
                        Path.of("/usr/lib/jvm"),
                        user.resolve(".sdkman").resolve("candidates").resolve("java")),
                user.resolve(".m2").resolve("toolchains.xml"));
    }

    /** Returns all JDKs, newest first, each once even if several links lead to it. */
    public List<Jdk> find() {
        List<Path> candidates = new ArrayList<>(homes);
        folders.forEach(folder -> candidates.addAll(subfolders(folder)));
        candidates.addAll(Toolchains.jdkHomes(toolchains));
        Map<Path, Jdk> found = new LinkedHashMap<>();
        for (Path candidate : candidates) {
            at(candidate).ifPresent(jdk -> found.putIfAbsent(jdk.home(), jdk));
        }
        return found.values().stream()
                .sorted(Comparator.comparing(JdkFinder::versionOf).reversed().thenComparing(jdk -> jdk.home()
                        .toString()))
                .toList();
    }

    /**
     * Returns the JDK that an option names: {@code newest}, a feature number such as 21, or a folder.
     *
     * @throws IllegalArgumentException if there is no such JDK or it is too old; the message is one line
     */
    public Jdk choose(String wanted) {
        Jdk jdk = chosen(wanted);
        if (jdk.feature() < MIN_FEATURE) {
            throw new IllegalArgumentException(
                    "jdk must be %d or newer, was %s (%s)".formatted(MIN_FEATURE, jdk.version(), jdk.home()));
        }
        return jdk;
    }

    private Jdk chosen(String wanted) {
        List<Jdk> found = find();
        if (wanted.equals("newest")) {
            return found.stream()
                    .findFirst()
                    .orElseThrow(
                            () -> new IllegalArgumentException(
                                    "no JDK found in JAVA_HOME, /usr/lib/jvm, ~/.sdkman or ~/.m2/toolchains.xml. Hint: --jdk=FOLDER"));
        }
        if (wanted.chars().allMatch(Character::isDigit)) {
            return found.stream()
                    .filter(jdk -> Integer.toString(jdk.feature()).equals(wanted))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("jdk must be one of the JDKs found (%s), was '%s'"
                            .formatted(
                                    found.stream()
                                            .map(jdk -> Integer.toString(jdk.feature()))
                                            .distinct()
                                            .collect(Collectors.joining(", ")),
                                    wanted)));
        }
        return at(Path.of(wanted))
                .orElseThrow(() -> new IllegalArgumentException(
                        "jdk must be a JDK's folder, with bin/java and a release file in it, was '%s'"
                                .formatted(wanted)));
    }

    /** Returns the JDK in that folder; empty if there is none. */
    static Optional<Jdk> at(Path home) {
        if (!Files.isExecutable(home.resolve("bin").resolve("java"))) {
            return Optional.empty();
        }
        try {
            return Files.readAllLines(home.resolve("release"), StandardCharsets.UTF_8).stream()
                    .filter(line -> line.startsWith("JAVA_VERSION="))
                    .map(line -> line.substring("JAVA_VERSION=".length())
                            .replace("\"", "")
                            .strip())
                    .findFirst()
                    .map(version -> new Jdk(real(home), version, feature(version)))
                    .filter(jdk -> jdk.feature() > 0);
        } catch (IOException e) {
            // A folder without a readable release file is not a JDK.
            return Optional.empty();
        }
    }

    private static int feature(String version) {
        List<Integer> numbers = numbers(version);
        if (numbers.isEmpty()) {
            return 0;
        }
        return numbers.get(0) == 1 && numbers.size() > 1 ? numbers.get(1) : numbers.get(0);
    }

    private static Runtime.Version versionOf(Jdk jdk) {
        try {
            return Runtime.Version.parse(jdk.version());
        } catch (IllegalArgumentException e) {
            // For 1.8.0_402 and vendors' own forms, only the feature number is compared.
            return Runtime.Version.parse(Integer.toString(jdk.feature()));
        }
    }

    private static List<Integer> numbers(String version) {
        List<Integer> numbers = new ArrayList<>();
        for (String part : version.split("[^0-9]+")) {
            if (!part.isEmpty() && part.length() < 10) {
                numbers.add(Integer.valueOf(part));
            }
        }
        return numbers;
    }

    private static List<Path> subfolders(Path folder) {
        List<Path> subfolders = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, Files::isDirectory)) {
            entries.forEach(subfolders::add);
        } catch (IOException e) {
            // A folder that does not exist contains no JDKs.
            return List.of();
        }
        subfolders.sort(Comparator.naturalOrder());
        return subfolders;
    }

    private static Path real(Path home) {
        try {
            return home.toRealPath();
        } catch (IOException e) {
            return home.toAbsolutePath().normalize();
        }
    }

    // Reads Maven's toolchains.xml with an XML parser that accesses no other files.
    private static final class Toolchains {

        private Toolchains() {}

        /** Returns the content of the {@code jdkHome} elements; empty if the file does not exist or cannot be read. */
        static List<Path> jdkHomes(Path file) {
            if (!Files.isReadable(file)) {
                return List.of();
            }
            List<Path> homes = new ArrayList<>();
            try (InputStream in = Files.newInputStream(file)) {
                Document document = builder().parse(in);
                NodeList elements = document.getElementsByTagName("jdkHome");
                for (int i = 0; i < elements.getLength(); i++) {
                    String text = elements.item(i).getTextContent().strip();
                    if (!text.isEmpty()) {
                        homes.add(Path.of(text));
                    }
                }
            } catch (IOException | SAXException | ParserConfigurationException e) {
                // Maven itself reports errors in its file; JDKs from other places suffice here.
                return List.of();
            }
            return homes;
        }

        private static DocumentBuilder builder() throws ParserConfigurationException {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
            factory.setExpandEntityReferences(false);
            DocumentBuilder builder = factory.newDocumentBuilder();
            // The default handler prints to standard error.
            builder.setErrorHandler(new DefaultHandler());
            return builder;
        }
    }
}
