package io.ceiling.harness.probe;

import io.ceiling.harness.model.ProxyReading.Use;
import io.ceiling.harness.model.TargetSockets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a haproxy: from its statistics socket, if the configuration that its command line names has one, otherwise
 * from that configuration, with the kernel's count of its sockets.
 */
final class HaproxySettings implements ProxySettings {

    static final String NAME = "haproxy";

    private final HaproxyConf conf;
    private final Optional<Path> socket;
    private final int frontPort;
    private final int upstreamPort;
    private final List<String> lines = new ArrayList<>();
    private final List<String> blind = new ArrayList<>();

    private HaproxySettings(HaproxyConf conf, Optional<Path> socket, int frontPort, int upstreamPort) {
        this.conf = conf;
        this.socket = socket;
        this.frontPort = frontPort;
        this.upstreamPort = upstreamPort;
    }

    /**
     * Reads the settings, and asks the statistics socket once.
     *
     * @param frontPort port on which the proxy listens for clients
     * @param upstreamPort port of the server behind it
     */
    static HaproxySettings of(Path proc, ProxyProcesses processes, int frontPort, int upstreamPort) {
        List<Path> files = files(proc, processes.master());
        List<String> text = files.stream()
                .map(ProxyFiles::text)
                .flatMap(Optional::stream)
                .flatMap(String::lines)
                .toList();
        HaproxyConf conf = HaproxyConf.parse(text);
        Optional<Path> socket = conf.statisticsSocket().map(Path::of);
        Optional<List<String>> answer = socket.flatMap(HaproxyStats::ask);
        HaproxySettings settings =
                new HaproxySettings(conf, answer.isPresent() ? socket : Optional.empty(), frontPort, upstreamPort);
        settings.describe(files, !text.isEmpty(), socket, answer);
        files.forEach(file ->
                ProxyFiles.changedSince(file, processes.workers().get(0)).ifPresent(settings.blind::add));
        return settings;
    }

    private void describe(List<Path> files, boolean read, Optional<Path> asked, Optional<List<String>> answer) {
        String source = answer.isPresent()
                ? String.valueOf(asked.orElseThrow())
                : String.join(" ", files.stream().map(Path::toString).toList());
        if (answer.isEmpty() && read && !conf.hasGlobalMaxconn()) {
            lines.add("maxconn of global not set: haproxy derives it from its limit of open files, somewhat less than"
                    + " half of it");
        }
        // Of what is not used yet only the limits count.
        uses(answer, TargetSockets.NOT_SEEN, TargetSockets.NOT_SEEN).stream()
                .filter(use -> use.limit().isNumber())
                .map(use -> "%s %s of %s (%s)".formatted(use.setting(), use.limit(), use.where(), source))
                .forEach(lines::add);
        if (!read) {
            blind.add("the settings of haproxy (the files of its command line cannot be read from here)");
        } else if (answer.isEmpty()) {
            blind.add(
                    asked.isPresent()
                            ? "haproxy's own counters (its statistics socket %s does not answer this user)"
                                    .formatted(asked.get())
                            : "haproxy's own counters (no 'stats socket /FILE' in %s); the maxconn that it derives from its descriptors if none is set"
                                    .formatted(source));
        }
        blind.add("haproxy's log, which it sends to syslog");
    }

    /** Returns the files that the command line names; a relative one is below the working folder of the process. */
    private static List<Path> files(Path proc, long pid) {
        List<Path> files = new ArrayList<>();
        if (!ProxyFiles.sharesOurFiles(proc, pid)) {
            return files;
        }
        List<String> words = ProxyFiles.commandLine(proc, pid);
        try {
            Path folder =
                    Files.readSymbolicLink(proc.resolve(Long.toString(pid)).resolve("cwd"));
            for (int i = 0; i + 1 < words.size(); i++) {
                if (words.get(i).equals("-f")) {
                    files.add(folder.resolve(words.get(i + 1)));
                }
            }
        } catch (IOException | RuntimeException e) {
            // Its folder is not shown to this user.
        }
        return files;
    }

    @Override
    public List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public List<String> blindSpots() {
        return List.copyOf(blind);
    }

    @Override
    public List<Use> uses(ProxyProcesses processes, TargetSockets front, TargetSockets upstream) {
        return uses(socket.flatMap(HaproxyStats::ask), front, upstream);
    }

    private List<Use> uses(Optional<List<String>> answer, TargetSockets front, TargetSockets upstream) {
        return answer.isPresent()
                ? HaproxyStats.uses(answer.get(), front.server().waiting())
                : conf.uses(frontPort, upstreamPort, front, upstream);
    }
}
