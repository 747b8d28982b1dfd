package io.ceiling.it.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents of the project: a link that leads nowhere fails the build. */
class DocumentationTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern LINK =
            Pattern.compile("!?\\[[^\\]]*]\\(([^)\\s]+)\\)|(?:src|href|srcset)=\"([^\"]+)\"");
    private static final Pattern HEADING = Pattern.compile("^#{1,6}\\s+(.*)$", Pattern.MULTILINE);
    private static final Pattern CODE = Pattern.compile("```.*?```|`[^`\\n]*`", Pattern.DOTALL);

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        List<Path> documents = documents();
        List<String> broken = new ArrayList<>();
        for (Path document : documents) {
            Matcher link = LINK.matcher(withoutCode(Files.readString(document)));
            while (link.find()) {
                String target = link.group(1) == null ? link.group(2) : link.group(1);
                if (!target.matches("[a-z]+:.*") && !leadsSomewhere(document, target)) {
                    broken.add("%s: %s".formatted(ROOT.relativize(document), target));
                }
            }
        }

        assertThat(documents).hasSizeGreaterThan(20);
        assertThat(broken).isEmpty();
    }

    @Test
    void everyDecisionIsInTheIndex() throws IOException {
        Path folder = ROOT.resolve("docs").resolve("adr");
        String index = Files.readString(folder.resolve("README.md"));
        try (Stream<Path> pages = Files.list(folder)) {
            assertThat(pages.map(page -> page.getFileName().toString())
                            .filter(name -> name.matches("\\d{4}-.*"))
                            .toList())
                    .isNotEmpty()
                    .allSatisfy(name -> assertThat(index).contains("(" + name + ")"));
        }
    }

    @Test
    void everyPageIsInTheIndex() throws IOException {
        List<String> index = Files.readAllLines(ROOT.resolve("docs").resolve("README.md"));
        try (Stream<Path> pages = Files.list(ROOT.resolve("docs"))) {
            assertThat(pages.map(page -> page.getFileName().toString())
                            .filter(name -> name.endsWith(".md") && !name.equals("README.md"))
                            .toList())
                    .isNotEmpty()
                    .allSatisfy(name -> assertThat(index.stream().filter(line -> line.contains("(" + name + ")")))
                            .as(name)
                            .hasSize(1));
        }
    }

    /** A visitor reads the first screen, and a terminal has 120 columns. */
    @Test
    void theReadmeIsShort() throws IOException {
        List<String> readme = Files.readAllLines(ROOT.resolve("README.md"));

        assertThat(readme).hasSizeLessThanOrEqualTo(110).allSatisfy(line -> assertThat(line)
                .hasSizeLessThanOrEqualTo(120));
    }

    /** Files of the project itself, and not what a build or a run left. */
    private static List<Path> documents() throws IOException {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
                Stream<Path> reference = Files.walk(ROOT.resolve("results").resolve("reference"))) {
            return Stream.of(
                            top,
                            docs,
                            reference,
                            Stream.of(
                                    ROOT.resolve("results").resolve("README.md"),
                                    ROOT.resolve("src").resolve("test").resolve("promises.md")))
                    .flatMap(files -> files)
                    .filter(file -> file.toString().endsWith(".md") && Files.isRegularFile(file))
                    .toList();
        }
    }

    private static String withoutCode(String text) {
        return CODE.matcher(text).replaceAll("");
    }

    private static boolean leadsSomewhere(Path document, String target) throws IOException {
        int hash = target.indexOf('#');
        String file = hash < 0 ? target : target.substring(0, hash);
        Path path = file.isEmpty() ? document : document.resolveSibling(file).normalize();
        if (!Files.exists(path)) {
            return false;
        }
        return hash < 0 || anchors(path).contains(target.substring(hash + 1));
    }

    private static Set<String> anchors(Path document) throws IOException {
        return HEADING.matcher(Files.readString(document))
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }
}
