package io.ceiling.harness.scenario;

import io.ceiling.container.Connector;
import io.ceiling.container.ThreadKind;
import java.nio.file.Path;
import java.util.List;

/** A Tomcat as most tests have it. */
public final class Tomcats {

    private Tomcats() {}

    /** One that is started, with platform threads. */
    public static ServerSettings.Builder settings() {
        return ServerSettings.builder(
                "tomcat", Connector.NIO, ThreadKind.PLATFORM, new Jdk(Path.of("jdk"), "25.0.1", 25));
    }

    /** One that runs on this host, of which nothing is known but its port. */
    public static Target target(int port) {
        return Target.withAddressOnly(
                new Target.Endpoint("127.0.0.1", "127.0.0.1", port, "", false, false, List.of()), true);
    }
}
