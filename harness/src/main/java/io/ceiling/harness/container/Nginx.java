package io.ceiling.harness.container;

import io.ceiling.container.ConnectorSettings;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.scenario.Work;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * nginx with the module nchan: channels alone. A small JVM starts it, publishes to it and answers what nchan does not;
 * the heap is the memory in which nchan keeps channels and messages.
 */
final class Nginx extends Reference implements NativeProgram {

    private static final String MAIN = "io.ceiling.reference.nginx.NginxMain";

    @Override
    public String name() {
        return "nginx";
    }

    @Override
    public String title() {
        return "nginx with nchan";
    }

    @Override
    public List<ServerProgram> serverPrograms() {
        return List.of(new ServerProgram(name(), MAIN, false, nonBlocking(), Releases.NONE));
    }

    @Override
    public Optional<NativeProgram> nativeProgram() {
        return Optional.of(this);
    }

    @Override
    public Optional<String> interpreter() {
        return Optional.of("nginx");
    }

    @Override
    public Optional<Module> module() {
        return Optional.of(new Module(
                "-V", "--modules-path=", "ngx_nchan_module.so", "install nchan, in Debian libnginx-mod-nchan"));
    }

    @Override
    public Path builtFile() {
        return Path.of("");
    }

    @Override
    public String buildTool() {
        return "mvn";
    }

    /** The JVM gets a fixed, pre-touched heap, so that it adds nothing to the cost of a connection. */
    @Override
    public List<String> command(Path folder, Path java, long heapMaxBytes) {
        return List.of(
                java.toString(),
                "-Xms48m",
                "-Xmx48m",
                "-XX:+AlwaysPreTouch",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.net.preferIPv4Stack=true",
                "-Dceiling.nchan.shared-memory=" + heapMaxBytes,
                "-cp",
                folder.resolve("*").toString(),
                MAIN);
    }

    @Override
    public String heapSetting() {
        return "nchan_shared_memory_size";
    }

    @Override
    public ChannelProtocol channelProtocol() {
        return ChannelProtocol.CHANNEL_IN_URL;
    }

    @Override
    Optional<String> ownRefusal(ThreadKind threadKind, ConnectorSettings sizes, Work work) {
        return work.workload().subscribes()
                ? Optional.empty()
                : Optional.of("workload must be broadcast with container %s, was %s"
                        .formatted(name(), work.workload().label()));
    }

    /** A thread is a worker process. */
    @Override
    public int processes(ConnectorSettings sizes) {
        return (int) sizes.maxThreads().orElse(defaultMaxThreads());
    }

    @Override
    public int defaultMaxThreads() {
        return 1;
    }

    @Override
    public String smallHeap() {
        return "32m";
    }
}
