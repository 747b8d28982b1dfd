package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.session.Recorder;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.Phase;
import io.ceiling.harness.scenario.RampSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs a recursive workload: one request grows a chain of calls, whose depth is watched from outside.
 *
 * <p>The deepest level is read from the counters file, because at its ceiling a server may answer wrongly or not at
 * all.
 *
 * @param mustStop returns true once the server is gone or the host is short of memory
 */
public record RecursionRun(
        RampSettings ramp,
        Recorder recorder,
        RunClock clock,
        Supplier<Observation> deepestLevel,
        BooleanSupplier mustStop,
        EffortMeter meter) {

    // Factor by which the depth grows from one point of the cost fit to the next.
    private static final double POINT_GROWTH = 1.5;

    private static final int FIRST_POINT = 32;

    // Additional wait for the answer, in ns, if the depth is not visible: the web application itself ends a chain
    // that stalls.
    private static final long PATIENCE_UNSEEN_NANOS = Duration.ofSeconds(60).toNanos();

    private static final Pattern ANSWERED_DEPTH = Pattern.compile("\"reached\":\\s*(\\d{1,9})");

    /**
     * The outcome of a recursion.
     *
     * @param deepest deepest level that was reached
     * @param points samples after a full collection, taken while the chain grew
     * @param step the whole recursion as one step; passed only if it reached the cap
     * @param answer answer of the server, or the error of the request
     */
    public record RecursionResult(int deepest, List<Sample> points, Step step, String answer) {
        public RecursionResult {
            points = List.copyOf(points);
        }
    }

    /**
     * Sends the request and blocks until the chain has ended or has not moved for twice the stall timeout: once for the
     * web application's own watchdog, which ends the chain, and once for the answer to return through all levels.
     */
    public RecursionResult run(Supplier<CompletableFuture<String>> sent, int cap) {
        // The record is the depth of the warm-up until the measured chain is deeper; the warm-up is too short to
        // reach a limit.
        long levelBefore = deepestLevel.get().orElse(0);
        long startNanos = clock.nanoTime();
        meter.enter(Phase.OPEN);
        recorder.beginStep();
        Sample before = recorder.sampleNow(LoadReading.NONE);
        List<Sample> points = new ArrayList<>();
        CompletableFuture<String> request = sent.get();
        long lastChangeNanos = startNanos;
        long deepest = 0;
        double nextPoint = FIRST_POINT;
        long patience = 2 * ramp.stallTimeout().toNanos() + (deepestLevel.get().isSeen() ? 0 : PATIENCE_UNSEEN_NANOS);
        while (!request.isDone() && !mustStop.getAsBoolean()) {
            long now = clock.nanoTime();
            long depth = depthBeyond(levelBefore);
            if (depth > deepest) {
                deepest = depth;
                lastChangeNanos = now;
            }
            if (now - lastChangeNanos > patience && !unwinding(deepest)) {
                break;
            }
            if (depth >= nextPoint) {
                nextPoint = depth * POINT_GROWTH;
                meter.enter(Phase.COLLECT);
                points.add(recorder.rightAfterGc(LoadReading.NONE));
                meter.enter(Phase.OPEN);
            }
            recorder.tick(LoadReading.NONE);
            clock.pause();
        }
        String answer = request.isDone()
                ? answerOf(request)
                : "no answer %d ms after the last level was reached"
                        .formatted((clock.nanoTime() - lastChangeNanos) / 1_000_000);
        Sample after = recorder.sampleNow(LoadReading.NONE);
        long seen = Math.max(Math.max(deepest, depthBeyond(levelBefore)), mostLevelsAtOnce());
        int reached = (int) Math.max(answeredDepth(answer), seen);
        boolean capMet = reached >= cap;
        Step step = new Step(
                1,
                capMet ? reached : reached + 1,
                reached,
                capMet,
                capMet ? "" : answer,
                clock.nanoTime() - startNanos,
                before,
                after);
        return new RecursionResult(reached, points, step, answer);
    }

    private long mostLevelsAtOnce() {
        return recorder.stepSamples().stream()
                .flatMapToLong(sample -> sample.server().recursionLevelsNow().value().stream())
                .max()
                .orElse(0);
    }

    private long depthBeyond(long before) {
        long depth = deepestLevel.get().orElse(0);
        return depth > before ? depth : 0;
    }

    // A deep chain needs time to return, and is alive as long as it does.
    private boolean unwinding(long deepest) {
        List<Sample> samples = recorder.stepSamples();
        Optional<Sample> last = samples.isEmpty() ? Optional.empty() : Optional.of(samples.get(samples.size() - 1));
        Optional<Sample> earlier = samples.size() < 6 ? Optional.empty() : Optional.of(samples.get(samples.size() - 6));
        if (last.isEmpty() || earlier.isEmpty()) {
            return false;
        }
        Observation now = last.get().server().recursionLevelsNow();
        Observation growth = now.since(earlier.get().server().recursionLevelsNow());
        return growth.isSeen() && growth.orElse(0) < 0 && !now.isAtLeast(deepest);
    }

    static int answeredDepth(String answer) {
        Matcher matcher = ANSWERED_DEPTH.matcher(answer);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    static String answerOf(CompletableFuture<String> request) {
        return request.handle((body, error) -> error == null ? body.trim() : String.valueOf(rootOf(error)))
                .join();
    }

    private static Throwable rootOf(Throwable error) {
        Throwable root = error;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
