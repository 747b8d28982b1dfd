package io.ceiling.harness.verdict;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.reading.Occupants.CountedResource;
import io.ceiling.harness.reading.ProxyReading;
import io.ceiling.harness.reading.ProxyReading.ProxyLimitUse;
import io.ceiling.harness.reading.TargetSockets;
import io.ceiling.harness.reading.ThreadStack;
import io.ceiling.harness.reading.ThreadStack.Kind;
import io.ceiling.harness.result.HopControl.HopAnswer;
import io.ceiling.harness.result.LoneConnection;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.threads.ThreadSummary;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.workload.CustomPlan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What a row of evidence.txt calls by its name, since it is more than the value of a field. */
final class EvidenceSituations {

    interface Situation {
        void apply(EvidenceBuilder e, Arguments arguments);
    }

    /** What stands between the parentheses behind a name. */
    record Arguments(String text) {

        List<String> words() {
            return text.isEmpty()
                    ? List.of()
                    : Stream.of(text.split(",")).map(String::strip).toList();
        }

        String word(int index) {
            return words().get(index);
        }

        long count(int index) {
            return Long.parseLong(word(index));
        }

        double number(int index) {
            return Double.parseDouble(word(index));
        }
    }

    static final Map<String, Situation> ALL = new TreeMap<>();

    private static final Map<String, List<String>> FRAMES =
            Map.of("BORROWS", Stacks.BORROWS, "READS", Stacks.READS, "SLEEPS", Stacks.SLEEPS);

    private static final Map<String, List<HopAnswer>> HOPS = Map.of(
            "-", List.of(),
            "USUAL", List.of(HopsTest.USUAL),
            "REFUSED", List.of(HopsTest.REFUSED),
            "LATE", List.of(HopsTest.LATE));

    static {
        DiagnosisSituations.addTo(ALL);
        ALL.put("saturated", (e, a) -> EvidenceRows.SERVER_SATURATED.apply(e));
        ALL.put("recursion", (e, a) -> e.recursion((int) a.count(0)));
        ALL.put("stalled", (e, a) -> e.stalled());
        ALL.put("publishes", (e, a) -> e.publishes(a.count(0), a.count(1)));
        ALL.put("noFailures", (e, a) -> e.failures.clear());
        ALL.put(
                "answered",
                (e, a) -> e.fails(
                        FailureCause.UNEXPECTED_STATUS, a.count(1), "expected status 2xx, got: HTTP/1.1 " + a.word(0)));
        ALL.put("foreignServer", (e, a) -> e.ofTarget(true));
        ALL.put("unseenServer", (e, a) -> e.ofTarget(false));
        ALL.put("asks", (e, a) -> e.asks(CustomPlan.Kind.GET));
        ALL.put("dump", (e, a) -> e.threads(stacks(a)));
        ALL.put(
                "oneDump",
                (e, a) -> e.threadPools = ThreadSummary.of(List.of(stacks(a).dump())));
        ALL.put("stuckAlone", (e, a) -> e.alone = EvidenceRows.STUCK);
        ALL.put("servedAlone", (e, a) -> e.alone = LoneConnection.served());
        ALL.put("accepted", EvidenceSituations::accept);
        ALL.put("uses", EvidenceSituations::use);
        ALL.put(
                "sameWithoutLoad",
                (e, a) -> e.occupants =
                        e.occupants.with(Occupants.since(e.occupants.countedUses(), e.occupants.countedUses())));
        ALL.put(
                "behindProxy",
                (e, a) -> e.behind(a.words().isEmpty() ? upstream(100, 0) : upstream(a.count(0), a.count(1))));
        ALL.put(
                "worker",
                (e, a) -> limit(
                        e,
                        LimitingFactor.PROXY_WORKER_CONNECTIONS,
                        "worker_connections",
                        new Arguments("worker 813," + a.text())));
        ALL.put("maxconn", (e, a) -> limit(e, LimitingFactor.PROXY_MAX_CONNECTIONS, "maxconn", a));
        ALL.put(
                "proxyDescriptors",
                (e, a) -> limit(
                        e,
                        LimitingFactor.PROXY_FILE_DESCRIPTORS,
                        "open descriptors",
                        new Arguments("worker 813," + a.text())));
        ALL.put(
                "hops",
                (e, a) -> e.hops = HopsTest.control(
                        find(HOPS, a.word(0)),
                        find(HOPS, a.word(1)),
                        a.words().stream().skip(2).mapToLong(Long::parseLong).toArray()));
        ALL.put(
                "busyHops",
                (e, a) -> e.hops = HopsTest.busy(a.number(0), find(HOPS, a.word(1)), find(HOPS, a.word(2))));
    }

    private EvidenceSituations() {}

    private static TargetSockets upstream(long ports, long waiting) {
        return new TargetSockets(
                new TargetSockets.ServerSockets(Observation.of(100), Observation.of(waiting), Observation.of(0)),
                new TargetSockets.ClientSockets(Observation.of(0), Observation.of(100), Observation.of(ports)));
    }

    /** Adds the use of one more limit of the proxy: where it is, used, limit, and how many wait. */
    private static void limit(EvidenceBuilder e, LimitingFactor factor, String setting, Arguments a) {
        Observation waiting = a.words().size() > 3 ? Observation.of(a.count(3)) : Observation.NOT_SEEN;
        ProxyLimitUse use = new ProxyLimitUse(
                factor, setting, a.word(0), Observation.of(a.count(1)), Limit.of(a.count(2)), waiting);
        ProxyReading seen = e.proxy.orElseThrow(() -> new IllegalArgumentException("behindProxy must stand before"));
        e.proxy = Optional.of(new ProxyReading(
                Stream.concat(seen.uses().stream(), Stream.of(use)).toList(),
                seen.front(),
                seen.upstream(),
                seen.cpuNanos()));
    }

    private static void accept(EvidenceBuilder e, Arguments a) {
        Occupants.Sockets sockets = new Occupants.Sockets(
                Observation.of(a.count(0)),
                Observation.of(200),
                Observation.of(0),
                Observation.of(0),
                Observation.of(0),
                true);
        e.occupants = new Occupants(sockets, List.of(), List.of());
    }

    private static void use(EvidenceBuilder e, Arguments a) {
        CountedResource resource = CountedResource.valueOf(a.word(0));
        String of = resource == CountedResource.UNIX_QUEUE ? "/run/app.sock" : "";
        e.occupants = new Occupants(
                Occupants.Sockets.NOT_SEEN,
                List.of(),
                List.of(new Occupants.CountedUse(resource, of, a.count(1), a.count(2), Limit.of(a.count(3)))));
    }

    private static Stacks stacks(Arguments a) {
        Stacks stacks = new Stacks();
        a.words().forEach(group -> add(stacks, List.of(group.split(" "))));
        return stacks;
    }

    private static void add(Stacks stacks, List<String> words) {
        String kind = words.get(1);
        List<String> rest = words.subList(2, words.size());
        if (words.get(0).equals("carriers")) {
            stacks.carriers(Integer.parseInt(kind), Integer.parseInt(rest.get(0)), Integer.parseInt(rest.get(1)));
            return;
        }
        int count = Integer.parseInt(words.get(0));
        switch (kind) {
            case "idle" -> stacks.idle(count);
            case "workers" -> stacks.workers(count, rest);
            case "blocked" -> stacks.blocked(count, rest.get(0), rest.size() > 1 ? rest.get(1) : "");
            case "parked" ->
                stacks.requests(
                        count,
                        Kind.PLATFORM,
                        "WAITING",
                        List.of("jdk.internal.misc.Unsafe.park", "java.util.concurrent.locks.ReentrantLock.lock"),
                        Optional.of(new ThreadStack.Lock(rest.get(0), rest.get(1))));
            case "VIRTUAL", "MOUNTED" ->
                stacks.requests(
                        count, Kind.valueOf(kind), rest.get(0), frames(rest.subList(1, rest.size())), Optional.empty());
            default -> stacks.requests(count, kind, frames(rest));
        }
    }

    private static List<String> frames(List<String> names) {
        return names.stream()
                .flatMap(name -> FRAMES.getOrDefault(name, List.of(name)).stream())
                .toList();
    }

    static <T> T find(Map<String, T> all, String name) {
        return Optional.ofNullable(all.get(name))
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no '%s'; there are %s".formatted(name, new TreeMap<>(all).keySet())));
    }
}
