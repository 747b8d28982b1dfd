package io.ceiling.it;

import io.ceiling.container.Connector;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.container.ContainerVariant;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Assumptions;

/** A variant of a container as the build leaves it: its jars, its WAR, and the JDK that it needs. */
record ServerKind(ContainerVariant variant) {

    static final ServerKind TOMCAT_NIO = of("tomcat-nio-platform");
    static final ServerKind TOMCAT_BIO = of("tomcat-bio-platform");
    static final ServerKind JETTY = of("jetty-platform");
    static final ServerKind UNDERTOW = of("undertow-platform");

    private static final Path ROOT = Path.of(System.getProperty("ceiling.root", "."));

    private static ServerKind of(String label) {
        return new ServerKind(ContainerVariant.of(label));
    }

    /** Returns all of them but BIO on virtual threads, which needs a newer JDK than the others and answers as BIO does. */
    static List<ServerKind> all() {
        return ContainerVariant.all().stream()
                .filter(variant -> variant.connector() != Connector.BIO || variant.threadKind() == ThreadKind.PLATFORM)
                .map(ServerKind::new)
                .toList();
    }

    /** Returns each connector on platform threads, where every limit can occur; NIO2 answers and stops as NIO does. */
    static List<ServerKind> onPlatformThreads() {
        return all().stream()
                .filter(kind -> kind.threadKind() == ThreadKind.PLATFORM && kind.connector() != Connector.NIO2)
                .toList();
    }

    /** Returns those of {@link #onPlatformThreads} that need no thread for a connection. */
    static List<ServerKind> nonBlocking() {
        return onPlatformThreads().stream()
                .filter(kind -> kind.connector() == Connector.NIO)
                .toList();
    }

    /** Returns its name in tables: {@code Tomcat BIO}, {@code Jetty}. */
    String title() {
        String title = variant.container().title();
        return variant.container().connectors().size() == 1
                ? title
                : title + " " + connector().label().toUpperCase(Locale.ROOT);
    }

    String classPath() {
        return ROOT.resolve("containers/" + variant.server().module() + "/target/app")
                        .toAbsolutePath() + "/*";
    }

    String mainClass() {
        return variant.server().mainClass();
    }

    Connector connector() {
        return variant.connector();
    }

    ThreadKind threadKind() {
        return variant.threadKind();
    }

    /** The WAR with Atmosphere 3.1, in the form that this container takes. */
    Path war() {
        return war(variant.server().javax() ? "ceiling-javax.war" : "ceiling.war");
    }

    Path warWithAtmosphere4() {
        return war("ceiling-atmosphere4.war");
    }

    private static Path war(String name) {
        return ROOT.resolve("webapp/target").resolve(name).toAbsolutePath();
    }

    /** The JDK for this kind: the running one unless it needs a newer; skips the test if there is none. */
    Path javaHome() {
        return threadKind() == ThreadKind.VIRTUAL ? newerJavaHome() : JavaHomes.running();
    }

    static Path newerJavaHome() {
        var home = JavaHomes.newestWithVirtualThreads();
        Assumptions.assumeTrue(home.isPresent(), "no JDK >= 21 in JAVA_HOME or /usr/lib/jvm");
        return home.orElseThrow();
    }

    @Override
    public String toString() {
        return variant.label();
    }
}
