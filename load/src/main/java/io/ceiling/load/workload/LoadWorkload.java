package io.ceiling.load.workload;

import io.ceiling.load.channels.ChannelWork;
import io.ceiling.load.loop.ClientWorkload;
import io.ceiling.load.loop.LoadLoop;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** All workloads of an agent's connections, each with the class that implements it. */
public enum LoadWorkload {
    /** {@code GET /length?length=n}; then the connection is idle until the next exchange. */
    KEEP_ALIVE(false, (loop, plan, random) -> new KeepAlive(loop, plan.server(), plan.bodies(), random)),
    /** {@code GET /hold/blocking}: the first line is the answer; the rest of the response stays open. */
    HOLD_BLOCKING(true, (loop, plan, random) -> Hold.webapp(loop, plan.server(), "/hold/blocking")),
    /** {@code GET /hold/async}: the first line is the answer; the rest of the response stays open. */
    HOLD_ASYNC(true, (loop, plan, random) -> Hold.webapp(loop, plan.server(), "/hold/async")),
    /**
     * {@code /ws/upper}: the first answer is an upgrade and a text message returned in upper case; then one message for
     * each exchange.
     */
    WEBSOCKET(false, (loop, plan, random) -> new WebSocketEcho(loop, plan.server(), random)),
    /**
     * {@code /channels}: the first answer is the confirmed subscription to a channel; then every message received is
     * checked. For the settings see {@link LoadPlan#channels}.
     */
    CHANNELS(
            true,
            (loop, plan, random) ->
                    new ChannelWork(loop, plan.server(), Objects.requireNonNull(plan.channels()), random)),
    /** A request to the user's own application. For the settings see {@link LoadPlan#custom}. */
    CUSTOM(false, (loop, plan, random) -> Objects.requireNonNull(plan.custom()).work(loop, plan.server(), random));

    // Creates the work of one event loop by a plan.
    @FunctionalInterface
    private interface Maker {
        ClientWorkload make(LoadLoop loop, LoadPlan plan, SplittableRandom random);
    }

    private final boolean held;
    // The function has no state, which Error Prone cannot see.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Maker maker;

    LoadWorkload(boolean held, Maker maker) {
        this.held = held;
        this.maker = maker;
    }

    /**
     * Returns the workload with this label.
     *
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

    /** Returns the name in the form {@code keep-alive}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns true if a connection only needs a first answer, so that exchanges do nothing. For CUSTOM this depends on
     * the plan, and false is returned.
     */
    public boolean isHeld() {
        return held;
    }

    ClientWorkload work(LoadLoop loop, LoadPlan plan, SplittableRandom random) {
        return maker.make(loop, plan, random);
    }
}
