package io.ceiling.traffic;

import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.load.report.AgentHistograms;
import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.Failures;
import io.ceiling.load.workload.LoadPlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The closed loop of {@code --probe}. The caller polls {@link #poll} and can do other work in between. Not thread-safe.
 */
final class ProbeLoop {

    private enum State {
        NOT_STARTED,
        OPENING,
        REQUESTING,
        ENDED
    }

    private final TrafficSettings.Probe settings;
    private final Fleet fleet;
    private final RunClock clock;
    private State state = State.NOT_STARTED;
    private long requestStartNanos;
    private AgentProcess processBefore = AgentProcess.NONE;
    private List<AgentHistograms> histograms = List.of();
    private Optional<ProbeResult> result = Optional.empty();

    /**
     * Creates a loop that has not begun.
     *
     * @param fleet fleet of one agent without other connections
     */
    ProbeLoop(TrafficSettings.Probe settings, Fleet fleet, RunClock clock) {
        this.settings = settings;
        this.fleet = fleet;
        this.clock = clock;
    }

    boolean hasBegun() {
        return state != State.NOT_STARTED;
    }

    boolean isRunning() {
        return state == State.OPENING || state == State.REQUESTING;
    }

    /** Returns the result; empty if the loop never began. */
    Optional<ProbeResult> result() {
        return result;
    }

    /** Returns the encoded histograms of the response times, as the agent sent them. */
    List<String> responses() {
        return histograms.stream().map(AgentHistograms::response).toList();
    }

    void begin(LoadPlan plan, double opensPerSecond) {
        fleet.prepare(plan);
        fleet.open(settings.connections(), opensPerSecond);
        state = State.OPENING;
    }

    /** Takes the next step of the loop, if it is due. Blocks for a few milliseconds. */
    void poll() {
        if (!isRunning()) {
            return;
        }
        LoadReading counts = fleet.counts();
        if (state == State.OPENING) {
            if (counts.connections().pending() == 0) {
                sendRequests(counts);
            }
        } else if (counts.exchanges().answered() >= settings.requests()
                || counts.connections().alive() == 0) {
            end();
        }
    }

    private void sendRequests(LoadReading counts) {
        processBefore = counts.process();
        requestStartNanos = clock.nanoTime();
        state = State.REQUESTING;
        // The loop ends after its requests, so the time is only an upper bound.
        fleet.saturate(Duration.ofHours(1));
    }

    /** Ends the loop, regardless of its progress. */
    void end() {
        if (!isRunning()) {
            return;
        }
        long duration = state == State.REQUESTING ? clock.nanoTime() - requestStartNanos : 0;
        state = State.ENDED;
        fleet.trim(0);
        histograms = fleet.deliveries();
        LoadReading reading = fleet.reading();
        long used = reading.process().since(processBefore).cpuNanos();
        result = Optional.of(new ProbeResult(
                settings.connections(),
                settings.requests(),
                reading.exchanges().answered(),
                duration,
                reading.times().exchanges().response(),
                reading.failures().total(),
                duration == 0 ? 0 : (double) used / duration,
                why(reading)));
    }

    private String why(LoadReading reading) {
        if (reading.exchanges().answered() >= settings.requests()) {
            return "";
        }
        String failures = reading.failures().total() == 0
                ? "the time was over"
                : Failures.byLabel(reading.failures().firstTexts()).toString();
        return "%d of %d requests answered: %s"
                .formatted(reading.exchanges().answered(), settings.requests(), failures);
    }
}
