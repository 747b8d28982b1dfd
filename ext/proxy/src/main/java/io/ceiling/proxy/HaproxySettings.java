package io.ceiling.proxy;

import io.ceiling.harness.reading.ProxyReading.ProxyLimitUse;
import io.ceiling.harness.reading.TargetSockets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/**
 * The settings of a haproxy: from its statistics socket, if the configuration that its command line names has one, otherwise
 * from that configuration, with the kernel's count of its sockets.
 */
final class HaproxySettings {

    static final String NAME = "haproxy";

    private HaproxySettings() {}

    /**
     * Reads the settings, and asks the statistics socket once.
     *
     * @param frontPort port on which the proxy listens for clients
     * @param upstreamPort port of the server behind it
     */
    static ProxySettings of(Path proc, ProxyProcesses processes, int frontPort, int upstreamPort) {
        List<Path> files = files(proc, processes.master());
        List<String> text = files.stream()
                .map(ProxyFiles::text)
                .flatMap(Optional::stream)
                .flatMap(String::lines)
                .toList();
        HaproxyConf conf = HaproxyConf.parse(text);
        Optional<Path> namedSocket = conf.statisticsSocket().map(Path::of);
        Optional<List<String>> answer = namedSocket.flatMap(HaproxyStats::ask);
        Optional<Path> socket = answer.isPresent() ? namedSocket : Optional.empty();
        ProxySettings.UsageReader fromFile =
                (now, front, upstream) -> conf.uses(frontPort, upstreamPort, front, upstream);
        String source = answer.isPresent()
                ? String.valueOf(namedSocket.orElseThrow())
                : String.join(" ", files.stream().map(Path::toString).toList());
        List<String> lines = new ArrayList<>();
        if (answer.isEmpty() && !text.isEmpty() && !conf.hasGlobalMaxconn()) {
            lines.add("maxconn of global not set: haproxy derives it from its limit of open files, somewhat less than"
                    + " half of it");
        }
        // Nothing is in use yet: only the limits matter here.
        BiPredicate<String, String> ours = (proxy, server) -> conf.concerns(proxy, server, frontPort, upstreamPort);
        uses(answer, ours, fromFile, processes, TargetSockets.NOT_SEEN, TargetSockets.NOT_SEEN).stream()
                .filter(use -> use.limit().isNumber())
                .map(use -> "%s %s of %s (%s)".formatted(use.setting(), use.limit(), use.where(), source))
                .forEach(lines::add);
        List<String> blind = new ArrayList<>();
        if (text.isEmpty()) {
            blind.add("the settings of haproxy (the files of its command line cannot be read from here)");
        } else if (answer.isEmpty()) {
            blind.add(
                    namedSocket.isPresent()
                            ? "haproxy's own counters (its statistics socket %s does not answer this user)"
                                    .formatted(namedSocket.get())
                            : "haproxy's own counters (no 'stats socket /FILE' in %s); the maxconn that it derives from its descriptors if none is set"
                                    .formatted(source));
        }
        blind.add("haproxy's log, which it sends to syslog");
        files.forEach(file ->
                ProxyFiles.changedSince(file, processes.workers().get(0)).ifPresent(blind::add));
        return new ProxySettings(
                lines,
                blind,
                Optional.empty(),
                (now, front, upstream) ->
                        uses(socket.flatMap(HaproxyStats::ask), ours, fromFile, now, front, upstream));
    }

    // Returns the files that the command line names; a relative one is below the working folder of the process.
    private static List<Path> files(Path proc, long pid) {
        List<String> words = ProxyFiles.commandLine(proc, pid);
        return ProxyFiles.workingFolder(proc, pid).stream()
                .flatMap(folder -> IntStream.range(1, words.size())
                        .filter(i -> words.get(i - 1).equals("-f"))
                        .mapToObj(i -> ProxyFiles.path(words.get(i)))
                        .flatMap(Optional::stream)
                        .map(folder::resolve))
                .toList();
    }

    private static List<ProxyLimitUse> uses(
            Optional<List<String>> answer,
            BiPredicate<String, String> ours,
            ProxySettings.UsageReader fromFile,
            ProxyProcesses processes,
            TargetSockets front,
            TargetSockets upstream) {
        return answer.isPresent()
                ? HaproxyStats.uses(answer.get(), front.server().waiting(), ours)
                : fromFile.readUses(processes, front, upstream);
    }
}
