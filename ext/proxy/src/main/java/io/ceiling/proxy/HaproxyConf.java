package io.ceiling.proxy;

import io.ceiling.container.Limit;
import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ProxyReading.ProxyLimitUse;
import io.ceiling.harness.reading.TargetSockets;
import io.ceiling.harness.scenario.LimitingFactor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The limits of connections in a haproxy configuration. Pure functions of its lines. */
final class HaproxyConf {

    private static final Set<String> SECTIONS = Set.of(
            "global",
            "defaults",
            "frontend",
            "listen",
            "backend",
            "userlist",
            "peers",
            "resolvers",
            "cache",
            "program",
            "mailers",
            "ring",
            "http-errors",
            "log-forward",
            "fcgi-app");
    private static final Set<String> CLIENT_SECTIONS = Set.of("frontend", "listen");
    private static final Set<String> SERVER_SECTIONS = Set.of("backend", "listen");
    private static final String SETTING = "maxconn";

    private final List<Section> sections = new ArrayList<>();

    /**
     * A section.
     *
     * @param kind first word of its heading, such as {@code frontend}
     * @param name second word of its heading; empty if it has none
     * @param lines its lines as words
     */
    record Section(String kind, String name, List<List<String>> lines) {

        private Optional<List<String>> line(String first) {
            return lines.stream().filter(words -> words.get(0).equals(first)).findFirst();
        }

        private Limit maxconn() {
            return line(SETTING).map(words -> valueAfter(words, SETTING)).orElse(Limit.NOT_SEEN);
        }

        private Stream<String> passesTo() {
            return lines.stream()
                    .filter(words -> words.size() > 1
                            && (words.get(0).equals("default_backend")
                                    || words.get(0).equals("use_backend")))
                    .map(words -> words.get(1));
        }

        private boolean binds(int port) {
            return lines.stream()
                    .anyMatch(words -> words.size() > 1
                            && words.get(0).equals("bind")
                            && words.get(1).matches("(.*[:@])?" + port));
        }
    }

    static HaproxyConf parse(List<String> lines) {
        HaproxyConf conf = new HaproxyConf();
        for (String line : lines) {
            List<String> words = List.of(ProcFiles.words(line.replaceFirst("(^|\\s)#.*", "")));
            if (words.isEmpty()) {
                continue;
            }
            if (SECTIONS.contains(words.get(0)) && line.equals(line.stripLeading())) {
                conf.sections.add(new Section(words.get(0), words.size() > 1 ? words.get(1) : "", new ArrayList<>()));
            } else if (!conf.sections.isEmpty()) {
                conf.sections.get(conf.sections.size() - 1).lines().add(words);
            }
        }
        return conf;
    }

    /** Returns the path of the statistics socket; empty if there is none, or it is no file. */
    Optional<String> statisticsSocket() {
        return sections.stream()
                .filter(section -> section.kind().equals("global"))
                .flatMap(section -> section.lines().stream())
                .filter(words -> words.size() > 2
                        && words.get(0).equals("stats")
                        && words.get(1).equals("socket"))
                .map(words -> words.get(2).replaceFirst("^unix@", ""))
                .filter(address -> address.startsWith("/"))
                .findFirst();
    }

    /** Returns true if the process has a maxconn; else haproxy derives one from its limit of descriptors. */
    boolean hasGlobalMaxconn() {
        return sections.stream()
                .anyMatch(section ->
                        section.kind().equals("global") && section.maxconn().isSeen());
    }

    /**
     * Returns the use of each maxconn that is set, as far as the kernel's sockets show it.
     *
     * @param frontPort port on which the proxy listens for clients
     * @param upstreamPort port of the server behind it
     */
    List<ProxyLimitUse> uses(int frontPort, int upstreamPort, TargetSockets front, TargetSockets upstream) {
        List<ProxyLimitUse> uses = new ArrayList<>();
        Limit ofDefaults = Limit.NOT_SEEN;
        for (Section section : sections) {
            if (section.kind().equals("defaults")) {
                ofDefaults = section.maxconn();
            }
            if (section.kind().equals("global")) {
                add(uses, "global", front, section.maxconn());
            }
            if (CLIENT_SECTIONS.contains(section.kind()) && section.binds(frontPort)) {
                add(
                        uses,
                        "frontend " + section.name(),
                        front,
                        section.maxconn().isSeen() ? section.maxconn() : ofDefaults);
            }
            if (SERVER_SECTIONS.contains(section.kind()) && receives(section, frontPort)) {
                addServers(uses, section, upstreamPort, upstream);
            }
        }
        return uses;
    }

    /**
     * Returns false for a frontend or server of the statistics that the clients of a port do not reach. They reach all
     * that the file does not name.
     *
     * @param proxy name of the section
     * @param server name of the server; any other name stands for the section itself
     */
    boolean concerns(String proxy, String server, int frontPort, int upstreamPort) {
        List<Section> named = sections.stream()
                .filter(section -> section.name().equals(proxy))
                .toList();
        if (named.isEmpty()) {
            return true;
        }
        List<List<String>> lines = named.stream()
                .flatMap(section -> section.lines().stream())
                .filter(words -> words.size() > 2
                        && words.get(0).equals("server")
                        && words.get(1).equals(server))
                .toList();
        boolean ofFrontends =
                lines.isEmpty() && named.stream().noneMatch(section -> SERVER_SECTIONS.contains(section.kind()));
        return ofFrontends
                ? named.stream().anyMatch(section -> section.binds(frontPort))
                : named.stream().anyMatch(section -> receives(section, frontPort))
                        && (lines.isEmpty()
                                || lines.stream().anyMatch(words -> words.get(2).endsWith(":" + upstreamPort)));
    }

    // Returns true if clients of the port may reach the section: any section, if the port is unknown or a name is
    // computed.
    private boolean receives(Section section, int frontPort) {
        List<Section> fronts = sections.stream()
                .filter(front -> CLIENT_SECTIONS.contains(front.kind()) && front.binds(frontPort))
                .toList();
        List<String> names = sections.stream()
                .filter(each -> fronts.contains(each) || each.kind().equals("defaults"))
                .flatMap(Section::passesTo)
                .toList();
        return fronts.isEmpty()
                || fronts.contains(section)
                || names.contains(section.name())
                || names.stream().anyMatch(name -> name.contains("%"));
    }

    private static void add(List<ProxyLimitUse> uses, String where, TargetSockets front, Limit limit) {
        if (limit.isNumber()) {
            uses.add(new ProxyLimitUse(
                    LimitingFactor.PROXY_MAX_CONNECTIONS,
                    SETTING,
                    where,
                    front.server().accepted(),
                    limit,
                    front.server().waiting()));
        }
    }

    private static void addServers(
            List<ProxyLimitUse> uses, Section section, int upstreamPort, TargetSockets upstream) {
        for (List<String> words : section.lines()) {
            Limit limit = words.size() > 2
                            && words.get(0).equals("server")
                            && words.get(2).endsWith(":" + upstreamPort)
                    ? valueAfter(words, SETTING)
                    : Limit.NOT_SEEN;
            if (limit.isNumber()) {
                uses.add(new ProxyLimitUse(
                        LimitingFactor.PROXY_MAX_CONNECTIONS,
                        SETTING,
                        "server %s/%s".formatted(section.name(), words.get(1)),
                        upstream.client().open(),
                        limit,
                        Observation.NOT_SEEN));
            }
        }
    }

    private static Limit valueAfter(List<String> words, String name) {
        int at = words.indexOf(name);
        long value = at >= 0 && at + 1 < words.size() ? ProcFiles.number(words.get(at + 1)) : ProcFiles.UNSEEN;
        return value > 0 ? Limit.of(value) : Limit.NOT_SEEN;
    }
}
