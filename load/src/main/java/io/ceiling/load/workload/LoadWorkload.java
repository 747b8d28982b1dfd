package io.ceiling.load.workload;

import io.ceiling.load.channels.ChannelWork;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.loop.Work;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** What the agent's connections do: all workloads, each with the class that does it. */
public enum LoadWorkload {
    /** {@code GET /length?length=n}, then idle until the next exchange. */
    KEEP_ALIVE(false, (loop, plan, random) -> new KeepAlive(loop, plan.server(), plan.bodies(), random)),
    /** {@code GET /hold/blocking}: the first line is the answer, the rest of the response stays open. */
    HOLD_BLOCKING(true, (loop, plan, random) -> Hold.blocking(loop, plan.server())),
    /** {@code GET /hold/async}: the same. */
    HOLD_ASYNC(true, (loop, plan, random) -> Hold.async(loop, plan.server())),
    /**
     * {@code /ws/upper}: upgrade and one text message out, its upper case back, are the first answer; then one message for
     * every exchange.
     */
    WEBSOCKET(false, (loop, plan, random) -> new WebSocketEcho(loop, plan.server(), random)),
    /**
     * {@code /channels}: the confirmed subscription to a channel is the first answer; then every message that comes is
     * checked. {@link LoadPlan#channels} says more.
     */
    CHANNELS(
            true,
            (loop, plan, random) ->
                    new ChannelWork(loop, plan.server(), Objects.requireNonNull(plan.channels()), random)),
    /** A request to an application that is not ours; {@link LoadPlan#custom} says which. */
    CUSTOM(false, (loop, plan, random) -> Objects.requireNonNull(plan.custom()).work(loop, plan.server(), random));

    /** Makes what the connections of one event loop do by a plan. */
    @FunctionalInterface
    private interface Maker {
        Work make(LoadLoop loop, LoadPlan plan, SplittableRandom random);
    }

    private final boolean held;
    /** A function without state, which Error Prone cannot see. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final Maker maker;

    LoadWorkload(boolean held, Maker maker) {
        this.held = held;
        this.maker = maker;
    }

    /**
     * Returns the workload of that name.
     *
     * @param label as {@link #label} gives it
     * @throws IllegalArgumentException if there is none
     */
    public static LoadWorkload named(String label) {
        return Arrays.stream(values())
                .filter(workload -> workload.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("workload must be one of %s, was '%s'"
                        .formatted(
                                Arrays.stream(values()).map(LoadWorkload::label).collect(Collectors.joining(", ")),
                                label)));
    }

    /** Returns its name as in {@code keep-alive}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns true if the first answer is all that is asked for, so that exchanges do nothing; of CUSTOM its plan says so. */
    public boolean isHeld() {
        return held;
    }

    /** Returns what the connections of that event loop do by that plan. */
    Work work(LoadLoop loop, LoadPlan plan, SplittableRandom random) {
        return maker.make(loop, plan, random);
    }
}
