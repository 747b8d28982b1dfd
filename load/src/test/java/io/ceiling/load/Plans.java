package io.ceiling.load;

import java.util.concurrent.TimeUnit;

/** Plans for tests. */
final class Plans {

    private Plans() {}

    static LoadPlan plan(int port, LoadWorkload workload) {
        return plan(port, workload, TimeUnit.SECONDS.toNanos(10));
    }

    static LoadPlan plan(int port, LoadWorkload workload, long answerTimeoutNanos) {
        return new LoadPlan(
                "127.0.0.1",
                port,
                "/ceiling",
                workload,
                1,
                4000,
                42,
                3,
                TimeUnit.SECONDS.toNanos(5),
                answerTimeoutNanos,
                null);
    }

    static LoadPlan channels(int port, ChannelPlan channels) {
        return channels(port, channels, TimeUnit.SECONDS.toNanos(10));
    }

    static LoadPlan channels(int port, ChannelPlan channels, long answerTimeoutNanos) {
        return new LoadPlan(
                "127.0.0.1",
                port,
                "/ceiling",
                LoadWorkload.CHANNELS,
                1,
                1,
                42,
                3,
                TimeUnit.SECONDS.toNanos(5),
                answerTimeoutNanos,
                channels);
    }
}
