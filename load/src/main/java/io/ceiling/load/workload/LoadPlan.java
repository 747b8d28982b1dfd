package io.ceiling.load.workload;

import io.ceiling.load.channels.ChannelPlan;
import io.ceiling.load.loop.Assignment;
import io.ceiling.load.loop.Timeouts;
import io.ceiling.load.socket.Destination;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.socket.Sources;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The plan of an agent for one scenario: server, workload and its settings.
 *
 * <p>Plans are created by {@link #of}, {@link #channels} or {@link #custom}, and changed by the methods that begin with
 * {@code with}.
 *
 * @param server server to connect to
 * @param workload workload of the connections
 * @param bodies lengths of bodies that KEEP_ALIVE requests
 * @param seed seed of all random draws of a workload, so that a run can be repeated
 * @param sources local addresses of the connections
 * @param timeouts time-outs of a connection
 * @param channels settings of the workload CHANNELS; null for the others
 * @param custom settings of the workload CUSTOM; null for the others
 */
public record LoadPlan(
        ServerAddress server,
        LoadWorkload workload,
        KeepAlive.BodyLengths bodies,
        long seed,
        Sources sources,
        Timeouts timeouts,
        @Nullable ChannelPlan channels,
        @Nullable CustomPlan custom) {

    private static final KeepAlive.BodyLengths SHORTEST = new KeepAlive.BodyLengths(1, 1);
    private static final Timeouts TIMEOUTS = new Timeouts(TimeUnit.SECONDS.toNanos(10), TimeUnit.SECONDS.toNanos(10));

    public LoadPlan {
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

    /**
     * Returns the plan of a workload without further settings: bodies of one byte, seed 1, local addresses chosen by
     * the kernel, and time-outs of 10 s for a connect and for an answer.
     */
    public static LoadPlan of(ServerAddress server, LoadWorkload workload) {
        return of(server, workload, null, null);
    }

    /** Returns a plan of the workload CHANNELS, with the defaults of {@link #of}. */
    public static LoadPlan channels(ServerAddress server, ChannelPlan channels) {
        return of(server, LoadWorkload.CHANNELS, channels, null);
    }

    /** Returns a plan of the workload CUSTOM, with the defaults of {@link #of}. */
    public static LoadPlan custom(ServerAddress server, CustomPlan custom) {
        return of(server, LoadWorkload.CUSTOM, null, custom);
    }

    private static LoadPlan of(
            ServerAddress server, LoadWorkload workload, @Nullable ChannelPlan channels, @Nullable CustomPlan custom) {
        return new LoadPlan(server, workload, SHORTEST, 1, Sources.ANY, TIMEOUTS, channels, custom);
    }

    /** Returns the same plan with bodies of these lengths, both bounds included. */
    public LoadPlan withBodies(int minBytes, int maxBytes) {
        KeepAlive.BodyLengths lengths = new KeepAlive.BodyLengths(minBytes, maxBytes);
        return new LoadPlan(server, workload, lengths, seed, sources, timeouts, channels, custom);
    }

    public LoadPlan withSeed(long other) {
        return new LoadPlan(server, workload, bodies, other, sources, timeouts, channels, custom);
    }

    /** Returns the same plan with that many local addresses for a server on loopback. */
    public LoadPlan withSourceAddresses(int count) {
        return with(new Sources(count, sources.addresses()));
    }

    /** Returns the same plan with these local addresses, separated by commas, for a server that is not on loopback. */
    public LoadPlan withNamedSources(String addresses) {
        return with(new Sources(sources.loopbackCount(), addresses));
    }

    private LoadPlan with(Sources others) {
        return new LoadPlan(server, workload, bodies, seed, others, timeouts, channels, custom);
    }

    /** Returns the same plan with these time-outs for a connect and for an answer. */
    public LoadPlan withTimeouts(long connectNanos, long answerNanos) {
        Timeouts others = new Timeouts(connectNanos, answerNanos);
        return new LoadPlan(server, workload, bodies, seed, sources, others, channels, custom);
    }

    public LoadPlan withChannels(ChannelPlan others) {
        return new LoadPlan(server, workload, bodies, seed, sources, timeouts, others, custom);
    }

    /** Returns true if a connection only needs a first answer, so that exchanges do nothing. */
    boolean isHeld() {
        return custom == null ? workload.isHeld() : custom.isHeld();
    }

    /**
     * Returns the task of one event loop of an agent by this plan. Blocks for the lookup of the server's host.
     *
     * @param loop index of the event loop, from 0 on
     * @throws IllegalArgumentException if the server's host has no address
     */
    public Assignment assignment(int loop) {
        return new Assignment(
                Destination.of(server, sources, loop),
                timeouts,
                isHeld(),
                owner -> workload.work(owner, this, new SplittableRandom(seed + loop)));
    }
}
