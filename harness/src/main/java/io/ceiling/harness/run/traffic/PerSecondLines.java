package io.ceiling.harness.run.traffic;

import io.ceiling.harness.model.Sample;
import io.ceiling.harness.model.Span;
import io.ceiling.harness.model.TrafficSecond;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes a line for each second out of samples. */
final class PerSecondLines {

    private final Consumer<TrafficSecond> each;
    private @Nullable Sample before;
    private long readyNanos;
    private boolean opening = true;

    PerSecondLines(Consumer<TrafficSecond> each) {
        this.each = each;
    }

    /** A sample that was taken about once a second; a line while connections are opened, nothing later. */
    void sampled(Sample sample) {
        if (!opening) {
            return;
        }
        if (before == null) {
            readyNanos = sample.elapsedNanos();
            before = sample;
        } else if (!sample.afterGc()) {
            line(TrafficSecond.Phase.OPENING, sample);
        }
    }

    /** From now on lines are made as they are asked for, the first one from this sample on. */
    void trafficBegins(Sample sample) {
        opening = false;
        before = sample;
    }

    void line(TrafficSecond.Phase phase, Sample now) {
        Sample last = before;
        before = now;
        if (last != null) {
            each.accept(new TrafficSecond(phase, readyNanos, new Span(last, now)));
        }
    }
}
