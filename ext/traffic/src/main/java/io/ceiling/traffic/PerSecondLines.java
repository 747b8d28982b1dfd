package io.ceiling.traffic;

import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.SampleInterval;
import io.ceiling.load.report.ExchangeCounts;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Turns samples into one line for each second. Not thread-safe. */
final class PerSecondLines {

    private final Consumer<TrafficSecond> lineConsumer;
    private @Nullable Sample before;
    private long readyNanos;
    private boolean opening = true;

    PerSecondLines(Consumer<TrafficSecond> each) {
        this.lineConsumer = each;
    }

    /** Adds a sample of about each second. While connections are opened, it becomes a line; later it is ignored. */
    void addSample(Sample sample) {
        if (!opening) {
            return;
        }
        if (before == null) {
            readyNanos = sample.elapsedNanos();
            before = sample;
        } else if (!sample.afterGc()) {
            line(TrafficSecond.TrafficPhase.OPENING, sample);
        }
    }

    /** Ends the opening. Until the traffic begins there is no line, since its requests are counted anew. */
    void endOpening() {
        opening = false;
    }

    /**
     * Lets each call of {@link #line} make a line from now on, the first one beginning at this sample. The agents count
     * exchanges anew from there, so that those of the warm-up are left out.
     */
    void beginTraffic(Sample sample) {
        before = sample.with(ExchangeCounts.NONE);
    }

    void line(TrafficSecond.TrafficPhase phase, Sample now) {
        Sample last = before;
        before = now;
        if (last != null) {
            lineConsumer.accept(new TrafficSecond(phase, readyNanos, new SampleInterval(last, now)));
        }
    }
}
