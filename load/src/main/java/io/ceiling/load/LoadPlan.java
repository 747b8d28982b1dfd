package io.ceiling.load;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What the connections of one scenario do, and to whom.
 *
 * @param host the server's address
 * @param contextPath {@code ""} or {@code "/name"}
 * @param minBodyBytes smallest body asked for by KEEP_ALIVE
 * @param maxBodyBytes largest body asked for by KEEP_ALIVE; lengths are drawn evenly between the two
 * @param seed of every random draw, so that a run can be repeated
 * @param sourceAddresses how many local addresses to use, from 127.0.0.2 upwards if the host is in 127.0.0.0/8; 0 lets
 *     the kernel choose
 * @param connectTimeoutNanos how long to wait for a TCP connect
 * @param answerTimeoutNanos how long to wait for an answer, from the intended start
 * @param channels of the workload CHANNELS; null for the others
 * @param custom of the workload CUSTOM; null for the others
 * @param access how to get in; null for plain HTTP to {@code host} by its address
 */
public record LoadPlan(
        String host,
        int port,
        String contextPath,
        LoadWorkload workload,
        int minBodyBytes,
        int maxBodyBytes,
        long seed,
        int sourceAddresses,
        long connectTimeoutNanos,
        long answerTimeoutNanos,
        @Nullable ChannelPlan channels,
        @Nullable CustomPlan custom,
        @Nullable Access access)
        implements Serializable {

    private static final long serialVersionUID = 1;

    public LoadPlan {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port must be 1..65535, was %d".formatted(port));
        }
        if (minBodyBytes < 1 || maxBodyBytes < minBodyBytes) {
            throw new IllegalArgumentException(
                    "body bytes must be 1 <= min <= max, were %d..%d".formatted(minBodyBytes, maxBodyBytes));
        }
        if (sourceAddresses < 0 || sourceAddresses > 250) {
            throw new IllegalArgumentException("source addresses must be 0..250, were %d".formatted(sourceAddresses));
        }
        if (connectTimeoutNanos <= 0 || answerTimeoutNanos <= 0) {
            throw new IllegalArgumentException(
                    "timeouts must be > 0, were %d and %d ns".formatted(connectTimeoutNanos, answerTimeoutNanos));
        }
        if ((workload == LoadWorkload.CHANNELS) != (channels != null)) {
            throw new IllegalArgumentException(
                    "channels belong to the workload CHANNELS and to no other, were %s with %s"
                            .formatted(channels, workload));
        }
        if ((workload == LoadWorkload.CUSTOM) != (custom != null)) {
            throw new IllegalArgumentException(
                    "a custom request belongs to the workload CUSTOM and to no other, was %s with %s"
                            .formatted(custom, workload));
        }
    }

    /** Plain HTTP to a server with the web application. */
    public LoadPlan(
            String host,
            int port,
            String contextPath,
            LoadWorkload workload,
            int minBodyBytes,
            int maxBodyBytes,
            long seed,
            int sourceAddresses,
            long connectTimeoutNanos,
            long answerTimeoutNanos,
            @Nullable ChannelPlan channels) {
        this(
                host,
                port,
                contextPath,
                workload,
                minBodyBytes,
                maxBodyBytes,
                seed,
                sourceAddresses,
                connectTimeoutNanos,
                answerTimeoutNanos,
                channels,
                null,
                null);
    }

    /** Whether the first answer is all that is asked for, so that exchanges do nothing. */
    public boolean isHeld() {
        return custom == null ? workload.isHeld() : custom.isHeld();
    }

    /** The same with other channels. */
    public LoadPlan with(ChannelPlan others) {
        return new LoadPlan(
                host,
                port,
                contextPath,
                workload,
                minBodyBytes,
                maxBodyBytes,
                seed,
                sourceAddresses,
                connectTimeoutNanos,
                answerTimeoutNanos,
                others,
                custom,
                access);
    }
}
