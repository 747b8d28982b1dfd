package io.ceiling.harness.server;

import io.ceiling.container.Limit;
import io.ceiling.container.RunningSettings;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares the requested settings of a scenario with those that the started server and the kernel report. A figure that
 * was measured with other settings than its row states is worse than none.
 */
public final class AskedAndUsed {

    private AskedAndUsed() {}

    /**
     * Returns every difference as {@code name: asked X, used Y}; empty if there is none. Settings that were left to the
     * container are not compared, nor are settings of the user's own application that nothing reports
     * ({@link ApplicationReadback#notSeen}).
     *
     * @param maxDescriptors descriptor limit of the server process
     */
    public static List<String> differences(Scenario asked, Place place, RunningSettings used, Limit maxDescriptors) {
        List<String> differences = new ArrayList<>();
        compare(differences, "container", asked.container(), used.container().name());
        asked.server()
                .release()
                .ifPresent(release -> compare(
                        differences,
                        "container version",
                        release.text(),
                        used.container().version()));
        compare(
                differences,
                "connector",
                asked.connector().label(),
                used.container().connector().label());
        compare(
                differences,
                "thread kind",
                asked.threadKind().label(),
                used.container().threadKind().label());
        if (asked.threadKind() == ThreadKind.PLATFORM) {
            compare(
                    differences,
                    "max threads",
                    asked.sizes().maxThreads(),
                    used.sizes().maxThreads());
        }
        compare(
                differences,
                "max connections",
                asked.sizes().maxConnections(),
                used.sizes().maxConnections());
        compare(
                differences,
                "accept count",
                asked.sizes().acceptCount(),
                used.sizes().acceptCount());
        compare(
                differences,
                "TLS",
                orNone(asked.sizes().tls().protocol()),
                orNone(used.sizes().tls().protocol()));
        compare(
                differences,
                "deflate",
                asked.sizes().deflate().label(),
                used.sizes().deflate().label());
        compare(differences, "next instance", orNone(place.nextInstance()), orNone(used.nextInstance()));
        if (Containers.program(asked.container()).isEmpty()) {
            compare(
                    differences,
                    "JDK",
                    asked.jdk().feature(),
                    Runtime.Version.parse(used.jdk()).feature());
        }
        if (maxDescriptors.isSeen()) {
            compare(differences, "nofile", asked.nofile(), maxDescriptors);
        }
        return List.copyOf(differences);
    }

    private static String orNone(String text) {
        return text.isEmpty() ? "none" : text;
    }

    private static void compare(List<String> differences, String what, Limit asked, Limit used) {
        if (!asked.isDefault() && used.isSeen() && !asked.equals(used)) {
            differences.add("%s: asked %s, used %s".formatted(what, asked, used));
        }
    }

    private static <T> void compare(List<String> differences, String what, T asked, T used) {
        if (!asked.equals(used)) {
            differences.add("%s: asked %s, used %s".formatted(what, asked, used));
        }
    }
}
