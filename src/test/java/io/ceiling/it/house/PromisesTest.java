package io.ceiling.it.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The table of promises: each names a test that is there, and each end-to-end test is named by one. */
class PromisesTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path TABLE = ROOT.resolve("src").resolve("test").resolve("promises.md");
    private static final Set<String> NO_SOURCES = Set.of("target", "node_modules", "results", ".git");

    private static final Set<String> LOW = Set.of("pure", "one process");
    private static final Set<String> HIGH = Set.of("real servers", "browser", "several hosts");

    private static final Pattern PAGE = Pattern.compile("## \\[.+]\\((.+)\\)");
    private static final Pattern PROMISE = Pattern.compile("\\| (.{1,120}) \\| `([\\w.]+)(#\\w+)?` \\| (.+) \\|");
    private static final Pattern SILENT = Pattern.compile("\\| \\[.+]\\((.+)\\) \\| .+ \\|");
    private static final Pattern PARENT = Pattern.compile("class \\w+ extends (\\w+)");

    /** A row: of what page, and the test that holds it, whose method is empty if the whole class does. */
    record Promise(Path page, String text, String test, String method, String level) {}

    private static final List<Promise> PROMISES = new ArrayList<>();
    private static final Set<Path> SILENT_PAGES = new HashSet<>();
    private static final List<String> OTHER_ROWS = new ArrayList<>();
    private static final List<Path> TESTS = new ArrayList<>();

    @BeforeAll
    static void read() throws IOException {
        Optional<Path> page = Optional.empty();
        boolean begun = false;
        for (String line : Files.readAllLines(TABLE)) {
            if (line.startsWith("## ")) {
                begun = true;
                page = Optional.of(PAGE.matcher(line)).filter(Matcher::matches).map(match -> page(match.group(1)));
            } else if (begun && line.startsWith("|") && !line.matches("\\|---.*|\\| (promise|page) .*")) {
                readRow(page, line);
            }
        }
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return NO_SOURCES.contains(folder.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".java") && file.toString().contains("/src/test/")) {
                    TESTS.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void readRow(Optional<Path> page, String line) {
        Matcher promise = PROMISE.matcher(line);
        Matcher silent = SILENT.matcher(line);
        if (page.isPresent() && promise.matches()) {
            String method = Optional.ofNullable(promise.group(3)).orElse("#").substring(1);
            PROMISES.add(new Promise(page.get(), promise.group(1), promise.group(2), method, promise.group(4)));
        } else if (page.isEmpty() && silent.matches()) {
            SILENT_PAGES.add(page(silent.group(1)));
        } else {
            OTHER_ROWS.add(line);
        }
    }

    @Test
    void everyRowHasAPromiseATestAndALevel() {
        assertThat(PROMISES).hasSizeGreaterThan(100).allSatisfy(promise -> assertThat(
                        Stream.of(LOW, HIGH).flatMap(Set::stream))
                .as(promise.text())
                .contains(promise.level()));
        assertThat(OTHER_ROWS).isEmpty();
    }

    @Test
    void everyTestThatIsNamedIsThere() {
        assertThat(PROMISES)
                .allSatisfy(
                        promise -> assertThat(files(promise)).as(promise.test()).hasSize(1))
                .filteredOn(promise -> !promise.method().isEmpty())
                .allSatisfy(promise -> assertThat(text(files(promise).get(0)))
                        .as("%s#%s", promise.test(), promise.method())
                        .containsPattern("(?m)^ {4}(?:void|boolean) " + promise.method() + "\\("));
    }

    @Test
    void onlyEndToEndTestsRunRealServers() {
        assertThat(PROMISES)
                .filteredOn(promise -> HIGH.contains(promise.level()))
                .allSatisfy(promise -> assertThat(endToEndTests().filter(test -> holds(test, Set.of(promise.test()))))
                        .as(promise.test())
                        .isNotEmpty());
        assertThat(PROMISES)
                .filteredOn(promise -> promise.level().equals("pure"))
                .allSatisfy(promise -> assertThat(promise.test()).endsWith("Test"));
    }

    @Test
    void noPromiseIsThereTwice() {
        assertThat(PROMISES.stream().map(promise -> promise.text().toLowerCase(Locale.ROOT)))
                .doesNotHaveDuplicates();
    }

    @Test
    void everyPageHasAPromiseOrSaysWhyNot() throws IOException {
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            List<Path> pages = Stream.concat(
                            docs.filter(file -> file.toString().endsWith(".md")),
                            Stream.of(
                                    ROOT.resolve("README.md"),
                                    ROOT.resolve("results").resolve("README.md")))
                    .toList();
            Set<Path> promising = PROMISES.stream().map(Promise::page).collect(Collectors.toSet());

            assertThat(Stream.of(promising, SILENT_PAGES).flatMap(Set::stream))
                    .containsAll(pages)
                    .doesNotHaveDuplicates()
                    .allSatisfy(page -> assertThat(page).exists());
        }
    }

    /** Who holds no promise of its own takes time and tells nothing: it goes, or the table lacks a promise. */
    @Test
    void everyEndToEndTestHoldsAPromise() {
        Set<String> named = PROMISES.stream().map(Promise::test).collect(Collectors.toSet());

        assertThat(endToEndTests()).hasSizeGreaterThan(20).allSatisfy(test -> assertThat(holds(test, named))
                .as(ROOT.relativize(test).toString())
                .isTrue());
    }

    private static Stream<Path> endToEndTests() {
        return TESTS.stream().filter(file -> file.toString().endsWith("IT.java"));
    }

    /** Returns true if the class of that file is named, with its package if need be, or the class that it extends. */
    private static boolean holds(Path test, Set<String> named) {
        Matcher parent = PARENT.matcher(text(test));
        return named.stream().anyMatch(name -> test.endsWith(source(name)))
                || (parent.find() && named.contains(parent.group(1)));
    }

    private static List<Path> files(Promise promise) {
        return TESTS.stream()
                .filter(file -> file.endsWith(source(promise.test())))
                .toList();
    }

    private static Path source(String test) {
        return Path.of(test.replace('.', '/') + ".java");
    }

    private static Path page(String link) {
        return TABLE.resolveSibling(link).normalize();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
