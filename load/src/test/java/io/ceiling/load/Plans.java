package io.ceiling.load;

import java.util.concurrent.TimeUnit;

/** Plans for tests. */
public final class Plans {

    private Plans() {}

    public static LoadPlan plan(int port, LoadWorkload workload) {
        return plan(port, workload, TimeUnit.SECONDS.toNanos(10));
    }

    public static LoadPlan plan(int port, LoadWorkload workload, long answerTimeoutNanos) {
        return settled(LoadPlan.of(ServerAddress.local(port, "/ceiling"), workload), answerTimeoutNanos)
                .withBodies(1, 4000);
    }

    public static LoadPlan channels(int port, ChannelPlan channels) {
        return channels(port, channels, TimeUnit.SECONDS.toNanos(10));
    }

    public static LoadPlan channels(int port, ChannelPlan channels, long answerTimeoutNanos) {
        return settled(LoadPlan.channels(ServerAddress.local(port, "/ceiling"), channels), answerTimeoutNanos);
    }

    private static LoadPlan settled(LoadPlan plan, long answerTimeoutNanos) {
        return plan.withSeed(42).withSourceAddresses(3).withTimeouts(TimeUnit.SECONDS.toNanos(5), answerTimeoutNanos);
    }
}
