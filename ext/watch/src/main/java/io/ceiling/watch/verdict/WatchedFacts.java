package io.ceiling.watch.verdict;

import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ThreadHeadroom;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.watch.WatchSample;
import java.util.List;

/**
 * The facts about a watched server that do not change while its load runs.
 *
 * @param scenario the server with the settings that it reports, under a load that is not this project's
 * @param baseline sample before the load began
 * @param limits limits of the server's process and of this host
 * @param processors processors of host and server
 */
public record WatchedFacts(Scenario scenario, Sample baseline, HostLimits limits, Evidence.ProcessorCounts processors) {

    /**
     * Returns some consecutive readings in the form that the detectors take.
     *
     * <p>Notes. Detectors ask why a step failed. Here a step is the time between two readings: it wanted the connections
     * that there are, and served those that do not wait at its end. No client reports a failure, and none is made up: a
     * detector that needs one names nothing.
     *
     * @param window the readings, at least one, oldest first
     * @param process traces of the server's process
     */
    Evidence evidence(List<WatchSample> window, Evidence.ServerTraces process) {
        WatchSample last = window.get(window.size() - 1);
        int connections = toInt(Math.max(1, last.sockets().connections()));
        int unserved = toInt(Math.min(connections, last.sockets().unserved()));
        return evidence(window, process, connections, connections - unserved);
    }

    /**
     * Returns the same with a number of requests that were in flight and of those that were served at once.
     *
     * @param offered requests in flight
     * @param served how many of them did not wait
     */
    Evidence evidence(List<WatchSample> window, Evidence.ServerTraces process, int offered, int served) {
        WatchSample first = window.get(0);
        WatchSample last = window.get(window.size() - 1);
        int unserved = offered - served;
        Step step = new Step(
                1,
                offered,
                served,
                unserved == 0,
                unserved == 0 ? "no connection waits" : "%d of %d connections wait".formatted(unserved, offered),
                last.elapsedNanos() - first.elapsedNanos(),
                first.sample(),
                last.sample());
        return new Evidence(
                scenario,
                baseline,
                step,
                window.stream().map(WatchSample::sample).toList(),
                process,
                "",
                new Evidence.ProcessLimits(limits, ThreadHeadroom.UNSEEN),
                processors);
    }

    private static int toInt(long count) {
        return (int) Math.min(Integer.MAX_VALUE, count);
    }
}
