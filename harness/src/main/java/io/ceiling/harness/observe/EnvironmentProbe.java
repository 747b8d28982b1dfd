package io.ceiling.harness.observe;

import io.ceiling.harness.install.Installation;
import io.ceiling.harness.os.CgroupReader;
import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.os.UserHome;
import io.ceiling.harness.reading.Environment;
import io.ceiling.harness.scenario.Jdk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Describes the machine and the software of a run.
 *
 * <p>Results are published, so the description names neither the host nor the user, and contains {@code ~} for the
 * user's home.
 */
public final class EnvironmentProbe {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    // The file that the command prints as its version.
    private static final String VERSION_RESOURCE = "/io/ceiling/harness/main/build.properties";

    // Kernel settings that can limit connections, threads or memory.
    private static final List<String> SYSCTLS = List.of(
            "fs.file-max",
            "fs.nr_open",
            "kernel.pid_max",
            "kernel.threads-max",
            "vm.max_map_count",
            "vm.overcommit_memory",
            "net.core.somaxconn",
            "net.core.netdev_max_backlog",
            "net.core.rmem_max",
            "net.core.wmem_max",
            "net.ipv4.ip_local_port_range",
            "net.ipv4.tcp_mem",
            "net.ipv4.tcp_rmem",
            "net.ipv4.tcp_wmem",
            "net.ipv4.tcp_max_syn_backlog",
            "net.ipv4.tcp_syncookies",
            "net.ipv4.tcp_abort_on_overflow",
            "net.ipv4.tcp_fin_timeout",
            "net.ipv4.tcp_tw_reuse",
            "net.ipv4.tcp_max_tw_buckets",
            "net.ipv4.tcp_max_orphans",
            "net.netfilter.nf_conntrack_max");

    private final Path proc;
    private final Path etc;
    private final HostSetupProbe setup;
    private final Clock clock;
    private final UserHome userHome;

    public EnvironmentProbe(Clock clock) {
        this(
                Path.of("/proc"),
                Path.of("/etc"),
                new HostSetupProbe(
                        Path.of("/proc"),
                        Path.of("/sys"),
                        new CgroupReader(ProcessHandle.current().pid()),
                        new OtherRuns()),
                clock,
                UserHome.current());
    }

    EnvironmentProbe(Path proc, Path etc, HostSetupProbe setup, Clock clock, UserHome userHome) {
        this.proc = proc;
        this.etc = etc;
        this.setup = setup;
        this.clock = clock;
        this.userHome = userHome;
    }

    /**
     * Reads the machine now. Blocks for some tens of milliseconds (git).
     *
     * @param home root folder of the checkout or of the distribution, for the commit
     */
    public Environment read(Path home, List<Jdk> jdks, List<String> commandLine) {
        return new Environment(
                clock.instant().truncatedTo(ChronoUnit.SECONDS).toString(),
                new Environment.Machine(
                        operatingSystem(),
                        orElse(
                                ProcFiles.firstLine(proc.resolve("sys/kernel/osrelease")),
                                System.getProperty("os.version", "")),
                        cpuModel(),
                        Runtime.getRuntime().availableProcessors(),
                        ProcFiles.value(ProcFiles.lines(proc.resolve("meminfo")), "MemTotal")),
                setup.read(),
                sysctls(),
                HostLimitsProbe.read(),
                jdks.stream()
                        .map(jdk ->
                                new Jdk(Path.of(userHome.hide(jdk.home().toString())), jdk.version(), jdk.feature()))
                        .toList(),
                new Environment.Software(
                        "%s (%s)"
                                .formatted(
                                        System.getProperty("java.runtime.version", ""),
                                        System.getProperty("java.vm.name", "")),
                        version(),
                        Installation.at(home).commit().orElseGet(() -> commitOfCheckout(home))),
                commandLine.stream().map(userHome::hide).toList());
    }

    // Returns empty for a distribution: a git checkout around it is not this project's.
    private static String commitOfCheckout(Path home) {
        return Installation.at(home).isDistribution() ? "" : GitCommit.of(home, PATIENCE);
    }

    private String operatingSystem() {
        for (String line : ProcFiles.lines(etc.resolve("os-release"))) {
            if (line.startsWith("PRETTY_NAME=")) {
                return line.substring("PRETTY_NAME=".length()).replace("\"", "");
            }
        }
        return "%s %s".formatted(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
    }

    private String cpuModel() {
        // The first name is that of x86; other processors have less information, or none.
        for (String name : List.of("model name", "Model", "CPU part")) {
            for (String line : ProcFiles.lines(proc.resolve("cpuinfo"))) {
                int colon = line.indexOf(':');
                if (colon > 0 && line.substring(0, colon).strip().equals(name)) {
                    return line.substring(colon + 1).strip();
                }
            }
        }
        return System.getProperty("os.arch", "");
    }

    private Map<String, String> sysctls() {
        Map<String, String> values = new TreeMap<>();
        for (String name : SYSCTLS) {
            String value = ProcFiles.firstLine(proc.resolve("sys").resolve(name.replace('.', '/')));
            if (!value.isEmpty()) {
                values.put(name, String.join(" ", ProcFiles.words(value)));
            }
        }
        return values;
    }

    // Returns the version of the build; "development" if it is not known.
    private static String version() {
        try (InputStream resource = EnvironmentProbe.class.getResourceAsStream(VERSION_RESOURCE)) {
            if (resource == null) {
                return "development";
            }
            Properties properties = new Properties();
            properties.load(resource);
            return properties.getProperty("version", "development");
        } catch (IOException e) {
            return "development";
        }
    }

    private static String orElse(String text, String other) {
        return text.isEmpty() ? other : text;
    }
}
