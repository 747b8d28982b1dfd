import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Prints the slowest test classes of a build, from the reports that Surefire and Failsafe wrote since it began, and a last line.
 *
 * <p>Arguments: the root folder of the checkout, when the build began (ISO 8601), how many classes, the last line.
 */
final class SlowestTests {

    private static final Pattern SUITE =
            Pattern.compile("<testsuite [^>]*?\\bname=\"([^\"]+)\"[^>]*?\\btime=\"([0-9.,]+)\"");
    private static final Pattern CASE = Pattern.compile("<testcase ");
    private static final int DEEPEST = 5;

    public static void main(String[] arguments) throws IOException {
        Instant began = Instant.parse(arguments[1]);
        int most = Integer.parseInt(arguments[2]);
        List<Suite> suites;
        try (Stream<Path> files = Files.find(
                Path.of(arguments[0]),
                DEEPEST,
                (file, a) -> isReport(file) && !a.lastModifiedTime().toInstant().isBefore(began))) {
            suites = files.map(SlowestTests::read)
                    .sorted(Comparator.comparingDouble(Suite::seconds).reversed())
                    .toList();
        }
        System.out.printf(
                Locale.ROOT,
                "Tests: %d classes, %d cases, %.0f s in all. The slowest:%n",
                suites.size(),
                suites.stream().mapToInt(Suite::cases).sum(),
                suites.stream().mapToDouble(Suite::seconds).sum());
        suites.stream()
                .limit(most)
                .forEach(suite -> System.out.printf(
                        Locale.ROOT, "  %6.1f s  %s (%d cases)%n", suite.seconds(), suite.name(), suite.cases()));
        System.out.println(arguments[3]);
    }

    private static boolean isReport(Path file) {
        return file.getFileName().toString().matches("TEST-.*\\.xml")
                && file.getParent().getFileName().toString().endsWith("-reports");
    }

    private static Suite read(Path file) {
        try {
            String text = Files.readString(file);
            Matcher suite = SUITE.matcher(text);
            if (!suite.find()) {
                throw new IllegalStateException(file + " must be a report of a test class");
            }
            String name = suite.group(1);
            return new Suite(
                    name.substring(name.lastIndexOf('.') + 1),
                    Double.parseDouble(suite.group(2).replace(",", "")),
                    (int) CASE.matcher(text).results().count());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Suite(String name, double seconds, int cases) {}
}
