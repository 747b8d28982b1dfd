package io.ceiling.it.external;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import com.github.dockerjava.api.model.Ulimit;
import io.ceiling.it.fixture.ServerKind;
import java.time.Duration;
import java.util.List;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/** A Tomcat as its image has it, with the WAR copied in. */
final class StockImage {

    static final int PORT = 8080;

    private static final long NANOS_OF_ONE_CPU = 1_000_000_000;
    private static final Duration START = Duration.ofSeconds(90);

    /** Whoever comes through a published port has an address of the engine's network. */
    private static final String ALLOW = "-Dceiling.allow=loopback,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16";

    private static final String OFFICIAL = "tomcat:11.0-jdk21-temurin";

    private StockImage() {}

    /**
     * The limits of a container.
     *
     * @param memoryBytes with no swap beside it
     * @param pids processes and threads
     * @param descriptors open files of a process
     */
    record Limits(long memoryBytes, long pids, long descriptors) {}

    /** Not started yet; one processor, those limits, and what else the JVM is told. */
    static GenericContainer<?> container(Limits limits, String javaOptions) {
        String name = System.getenv().getOrDefault("CEILING_TOMCAT_IMAGE", OFFICIAL);
        GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(name))
                .withCopyFileToContainer(
                        MountableFile.forHostPath(ServerKind.TOMCAT_NIO.war()), "/usr/local/tomcat/webapps/ceiling.war")
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
        if (!name.equals(OFFICIAL)) {
            // A local one, which no registry has.
            container.withImagePullPolicy(ignored -> false);
        }
        return container;
    }
}
