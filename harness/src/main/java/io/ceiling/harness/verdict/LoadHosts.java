package io.ceiling.harness.verdict;

import io.ceiling.harness.reading.LoadHost;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.text.Figures;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The hosts of load agents during a failed step, other than the server's host. */
final class LoadHosts {

    private final List<Sample> window;
    private final List<HostUse> uses;

    LoadHosts(List<Sample> window, ProcessorUse cpu) {
        this.window = window;
        Sample last = window.get(window.size() - 1);
        this.uses = last.load().hosts().stream()
                .filter(host -> !host.name().equals(last.host().host()))
                .map(host -> use(host, cpu))
                .toList();
    }

    /**
     * The use of the processors of one host.
     *
     * @param name name of the host
     * @param processors number of its processors; 0 if they were not seen
     * @param busy processors that were busy
     * @param agents processors that the load agents kept busy
     * @param others processors that other processes kept busy
     */
    record HostUse(String name, int processors, OptionalDouble busy, OptionalDouble agents, OptionalDouble others) {

        boolean isFull(double share) {
            return processors > 0 && busy.orElse(0) >= share * processors;
        }

        /** Returns the use in words, such as {@code load1 1.90 of 2}. */
        String words() {
            return "%s %s of %s".formatted(name, Figures.cores(busy), processors == 0 ? "?" : processors);
        }
    }

    private static HostUse use(LoadHost host, ProcessorUse cpu) {
        String name = host.name();
        OptionalDouble agents = cpu.average(sample -> agents(sample, name));
        OptionalDouble processes = cpu.average(
                sample -> of(sample, name, it -> it.state().reading().cpu().cpuNanos()));
        OptionalDouble others = agents.isEmpty() || processes.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.max(0, processes.getAsDouble() - agents.getAsDouble()));
        OptionalDouble busy = cpu.average(
                sample -> of(sample, name, it -> it.state().reading().cpu().busyNanos()));
        return new HostUse(name, host.state().processors(), busy, agents, others);
    }

    /** Returns the processor time of the agents on that host. */
    static Observation agents(Sample sample, String name) {
        return of(
                sample,
                name,
                host -> Observation.ofNegativeNotSeen(host.process().cpuNanos()));
    }

    static Set<String> names(Sample sample) {
        return sample.load().hosts().stream().map(LoadHost::name).collect(Collectors.toSet());
    }

    private static Observation of(Sample sample, String name, Function<LoadHost, Observation> value) {
        return sample.load().hosts().stream()
                .filter(host -> host.name().equals(name))
                .map(value)
                .findFirst()
                .orElse(Observation.NOT_SEEN);
    }

    boolean isEmpty() {
        return uses.isEmpty();
    }

    /** Returns the first host of whose processors at least that share was busy. */
    Optional<HostUse> full(double share) {
        return uses.stream().filter(use -> use.isFull(share)).findFirst();
    }

    /** Returns the first full host most of whose work was that of the load agents. */
    Optional<HostUse> filledByAgents(double share) {
        return uses.stream()
                .filter(use -> use.isFull(share))
                .filter(use -> use.agents().orElse(0) > use.others().orElse(0))
                .findFirst();
    }

    /** Returns the first full host of which other processes took at least that share. */
    Optional<HostUse> filledByOthers(double fullShare, double othersShare) {
        return uses.stream()
                .filter(use -> use.isFull(fullShare))
                .filter(use -> use.others().orElse(0) >= othersShare * use.processors())
                .findFirst();
    }

    /** Returns the use of each host in words, as a continuation of a sentence; empty without such a host. */
    String words() {
        return uses.stream().map(use -> ", " + use.words()).collect(Collectors.joining());
    }

    /** Returns a host whose available memory fell below its floor during the step, with the bytes that it had. */
    Optional<LowMemoryHost> shortOfMemory() {
        return window.stream()
                .flatMap(sample -> sample.load().hosts().stream())
                .filter(host -> host.state().memoryFloorBytes() > 0)
                .filter(host -> host.state().aboveFloorBytes().isSeen()
                        && !host.state().aboveFloorBytes().isAtLeast(0))
                .map(host -> new LowMemoryHost(
                        host.name(),
                        host.state().reading().memoryAvailableBytes().orElse(0),
                        host.state().memoryFloorBytes()))
                .findFirst();
    }

    /** A host that is short of memory, with its available bytes and its floor. */
    record LowMemoryHost(String name, long availableBytes, long floorBytes) {}
}
