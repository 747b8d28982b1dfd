package io.ceiling.capacity.prediction;

import java.util.ArrayList;
import java.util.List;

/**
 * Predicts at how many connections each limit is met: extends a line through the readings of a few levels to the limit.
 * Pure functions.
 *
 * <p>Notes. Nothing is assumed about what a connection costs: a descriptor each is a measured slope as well. A quantity
 * that does not rise with the connections by more than chance has no prediction, only the number below which its limit is
 * not met.
 */
public final class LimitPredictor {

    private LimitPredictor() {}

    public static LimitPrediction of(Readings readings, PredictionLimits limits) {
        LevelLines lines = LevelLines.of(readings);
        CountLimits counts = new CountLimits(lines, limits);
        MemoryLimits memory = new MemoryLimits(lines, limits);
        // Of limits at the same number the first is named, as a ramp names them: the pool before the connections.
        List<LimitAnswer> answers = new ArrayList<>(counts.ofServer());
        answers.addAll(memory.ofJvm());
        answers.add(counts.nativeThreads());
        answers.addAll(memory.ofMachine());
        answers.addAll(counts.ofKernel());
        answers.add(ProcessorPredictor.of(readings.levels(), limits).answer());
        return LimitPrediction.of(answers, readings.highestLevel().connections());
    }
}
