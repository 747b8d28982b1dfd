package io.ceiling.it.external;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import com.github.dockerjava.api.model.Ulimit;
import io.ceiling.it.fixture.ServerKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/** A servlet container as its image has it, with the WAR copied in. */
enum StockImage {
    TOMCAT("tomcat:11.0-jdk21-temurin", "CEILING_TOMCAT_IMAGE", "/usr/local/tomcat/webapps/ceiling.war", ""),
    /** Its image has no module for WARs switched on. */
    JETTY(
            "jetty:12.1-jdk21",
            "CEILING_JETTY_IMAGE",
            "/var/lib/jetty/webapps/ceiling.war",
            "java -jar \"$JETTY_HOME/start.jar\" --add-modules=server,http,ee11-deploy,ee11-annotations,ee11-websocket-jakarta"
                    + " && exec java -jar \"$JETTY_HOME/start.jar\"");

    static final int PORT = 8080;

    private static final long NANOS_OF_ONE_CPU = 1_000_000_000;
    private static final Duration START = Duration.ofSeconds(90);

    /** Whoever comes through a published port has an address of the engine's network. */
    private static final String ALLOW = "-Dceiling.allow=loopback,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16";

    private final String official;
    private final String override;
    private final String deployAs;
    private final String script;

    StockImage(String official, String override, String deployAs, String script) {
        this.official = official;
        this.override = override;
        this.deployAs = deployAs;
        this.script = script;
    }

    /**
     * The limits of a container.
     *
     * @param memoryBytes with no swap beside it
     * @param pids processes and threads
     * @param descriptors open files of a process
     */
    record Limits(long memoryBytes, long pids, long descriptors) {}

    /** Not started yet; one processor, those limits, and what else the JVM is told. */
    GenericContainer<?> container(Limits limits, String javaOptions) {
        String name = System.getenv().getOrDefault(override, official);
        GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(name))
                .withCopyFileToContainer(MountableFile.forHostPath(war()), deployAs)
                .withEnv("JAVA_TOOL_OPTIONS", ALLOW + " " + javaOptions)
                .withExposedPorts(PORT)
                .withStartupTimeout(START)
                // The port is open before the WAR is deployed.
                .waitingFor(Wait.forHttp("/ceiling/length?length=1").forStatusCode(200))
                .withCreateContainerCmdModifier(create -> {
                    HostConfig host = create.getHostConfig();
                    if (host == null) {
                        throw new IllegalStateException("the engine's client has no host configuration");
                    }
                    host.withMemory(limits.memoryBytes())
                            .withMemorySwap(limits.memoryBytes())
                            .withNanoCPUs(NANOS_OF_ONE_CPU)
                            .withPidsLimit(limits.pids())
                            .withUlimits(List.of(new Ulimit("nofile", limits.descriptors(), limits.descriptors())))
                            // What ALLOW admits includes the networks that other hosts are in.
                            .withPortBindings(
                                    new PortBinding(Ports.Binding.bindIp("127.0.0.1"), ExposedPort.tcp(PORT)));
                });
        if (!script.isEmpty()) {
            container.withCommand("sh", "-c", script);
        }
        if (!name.equals(official)) {
            // A local one, which no registry has.
            container.withImagePullPolicy(ignored -> false);
        }
        return container;
    }

    private static Path war() {
        return ServerKind.TOMCAT_NIO.war();
    }
}
