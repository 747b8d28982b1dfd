package io.ceiling.it;

import io.ceiling.container.Connector;
import io.ceiling.container.ThreadKind;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** A container, its connector and its threads. */
enum ServerKind {
    TOMCAT_NIO("tomcat", "io.ceiling.container.tomcat.TomcatMain", Connector.NIO, ThreadKind.PLATFORM),
    TOMCAT_NIO_VIRTUAL("tomcat", "io.ceiling.container.tomcat.TomcatMain", Connector.NIO, ThreadKind.VIRTUAL),
    TOMCAT_NIO2("tomcat", "io.ceiling.container.tomcat.TomcatMain", Connector.NIO2, ThreadKind.PLATFORM),
    TOMCAT_NIO2_VIRTUAL("tomcat", "io.ceiling.container.tomcat.TomcatMain", Connector.NIO2, ThreadKind.VIRTUAL),
    TOMCAT_BIO("tomcat-bio", "io.ceiling.container.tomcatbio.TomcatBioMain", Connector.BIO, ThreadKind.PLATFORM),
    JETTY("jetty", "io.ceiling.container.jetty.JettyMain", Connector.NIO, ThreadKind.PLATFORM),
    JETTY_VIRTUAL("jetty", "io.ceiling.container.jetty.JettyMain", Connector.NIO, ThreadKind.VIRTUAL);

    private static final Path ROOT = Path.of(System.getProperty("ceiling.root", "."));

    private final String module;
    private final String mainClass;
    private final Connector connector;
    private final ThreadKind threadKind;

    ServerKind(String module, String mainClass, Connector connector, ThreadKind threadKind) {
        this.module = module;
        this.mainClass = mainClass;
        this.connector = connector;
        this.threadKind = threadKind;
    }

    String classPath() {
        return ROOT.resolve("containers/" + module + "/target/app").toAbsolutePath() + "/*";
    }

    String mainClass() {
        return mainClass;
    }

    Connector connector() {
        return connector;
    }

    ThreadKind threadKind() {
        return threadKind;
    }

    /** The WAR with Atmosphere 3.1, in the form that this container takes. */
    Path war() {
        return war(connector == Connector.BIO ? "ceiling-javax.war" : "ceiling.war");
    }

    Path warWithAtmosphere4() {
        return war("ceiling-atmosphere4.war");
    }

    private static Path war(String name) {
        return ROOT.resolve("webapp/target").resolve(name).toAbsolutePath();
    }

    /** The JDK for this kind: the running one unless it needs a newer; skips the test if there is none. */
    Path javaHome() {
        return threadKind == ThreadKind.VIRTUAL ? newerJavaHome() : JavaHomes.running();
    }

    static Path newerJavaHome() {
        var home = JavaHomes.newestWithVirtualThreads();
        Assumptions.assumeTrue(home.isPresent(), "no JDK >= 21 in JAVA_HOME or /usr/lib/jvm");
        return home.orElseThrow();
    }
}
