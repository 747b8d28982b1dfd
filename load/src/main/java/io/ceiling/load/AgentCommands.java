package io.ceiling.load;

import io.ceiling.load.channels.Bursts;
import io.ceiling.load.loop.Pace;
import io.ceiling.load.report.AgentHistograms;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.workload.LoadPlan;

/**
 * Commands of a load agent.
 *
 * <p>{@link AgentCall} has one record for each command, to be sent to an agent in another process. Commands return
 * before their work is done unless stated otherwise; {@link #report} returns the progress. Thread-safe.
 */
public interface AgentCommands {

    /** Closes all connections, resets all counts and takes a new plan. Blocks until every event loop has the plan. */
    void prepare(LoadPlan plan);

    /**
     * Opens more connections, evenly spaced in time. Each counts as served after its first correct answer.
     *
     * @param connections number of connections to open, >= 0
     * @param perSecond intended rate of connection starts, > 0
     */
    void open(int connections, double perSecond);

    /**
     * Opens more connections, each as soon as fewer than {@code window} connections wait for their first answer.
     *
     * <p>Opens none after a connection has failed. A connection counts as requested and pending once the window admits
     * it. Cancels the rest of an earlier call.
     *
     * @param connections number of connections to open, >= 0
     * @param window maximum number of connections that wait for their first answer at the same time, >= 1
     * @param perSecond maximum rate of connection starts, > 0
     */
    void openInWindow(int connections, int window, double perSecond);

    /** Cancels the rest of {@link #openInWindow}; admitted connections continue. */
    void stopOpening();

    /**
     * Sends one request on every served connection at evenly spaced times, without waiting for answers (open loop).
     *
     * <p>Does nothing for the HOLD workloads and for CHANNELS.
     *
     * @param perSecond intended rate of requests over all connections, > 0
     */
    void exchange(double perSecond);

    /**
     * Makes every served connection send its next request as soon as the last is answered (closed loop).
     *
     * <p>Does nothing for the HOLD workloads and for CHANNELS.
     *
     * @param durationNanos time after which no further request is sent, > 0
     */
    void saturate(long durationNanos);

    /**
     * Makes every served connection send requests repeatedly, each after an idle time of its own, for the duration of
     * the pace.
     *
     * <p>A pace with duration 0 ends the running conversation; outstanding answers are still counted. Also ends a round
     * of exchanges. Does nothing for the HOLD workloads and for CHANNELS.
     */
    void converse(Pace pace);

    /**
     * Closes the newest connections, pending ones first, until at most {@code keep} are left. Blocks until they are
     * closed.
     *
     * <p>Cancels the rest of {@link #openInWindow}. Connections closed by this call do not count as failures. For
     * CHANNELS, it keeps the first {@code keep} connection numbers, pending or not, and closes all others. It does not
     * replace a failed connection with a kept number.
     */
    void trim(int keep);

    /**
     * Begins a new phase of messages: resets delivery times and the longest pause of traffic, and nothing else.
     *
     * <p>Blocks until no event loop records for the previous phase.
     */
    void forgetDeliveries();

    /**
     * Begins a new step: resets all times and the longest pauses; counts are kept.
     *
     * <p>Blocks until no event loop records for the previous step.
     */
    void forgetTimes();

    /**
     * Makes the clients of CHANNELS publish messages from now on.
     *
     * <p>Publishing ends after the duration of the bursts, once late messages are sent. The next call of this method
     * ends it earlier, and drops due messages that were not sent. Intended times do not move when the agent or the
     * server falls behind.
     *
     * <p>Over WebSocket, each message is sent on the WebSocket of a member drawn at random. Slow clients do not send,
     * and members whose socket accepts no bytes at the moment are skipped. With the other transports a message is a
     * POST over one of a few connections that the agent opens on demand and keeps until {@link #prepare}. These
     * connections are not counted as served or alive; a failure of one is counted with its cause. A message that no
     * connection can take waits, and so do the messages after it.
     *
     * @throws IllegalStateException if the workload is not CHANNELS
     */
    void publish(Bursts bursts);

    /** Runs a full garbage collection, then returns a report. Blocks for the time of the collection. */
    AgentReport reportAfterGc();

    /** Returns the counts and the readings of the agent's process as of now. */
    AgentReport report();

    /** Returns copies of the histograms, tens of kilobytes each. */
    AgentHistograms histograms();
}
