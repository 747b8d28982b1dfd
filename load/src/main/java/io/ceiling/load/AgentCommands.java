package io.ceiling.load;

import io.ceiling.load.channels.Bursts;
import io.ceiling.load.loop.Pace;
import io.ceiling.load.report.AgentHistograms;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.workload.LoadPlan;

/**
 * The commands of an agent; {@link AgentCall} has them as they travel. They return at once unless they say otherwise, and
 * {@link #report} tells how far the work has come. Thread-safe.
 */
public interface AgentCommands {

    /** Closes all connections, forgets all counts and takes a new plan. */
    void prepare(LoadPlan plan);

    /**
     * Opens more connections, evenly spaced in time; each counts as served after its first correct answer.
     *
     * @param perSecond intended rate of connection starts, > 0
     */
    void open(int connections, double perSecond);

    /**
     * Opens more connections, each as soon as fewer than a window wait for their first answer, and no more after a connection
     * has failed, whichever it is. A connection is asked for, and pending, from when the window lets it in. Gives up what is
     * left of such a call before.
     *
     * @param window how many connections wait for their first answer at once, at most; >= 1
     * @param perSecond how many connections are started in a second, at most; > 0
     */
    void openInWindow(int connections, int window, double perSecond);

    /** Gives up what is left of {@link #openInWindow}; the connections that it has let in go on. */
    void stopOpening();

    /**
     * One request and answer on every served connection, evenly spaced in time (open loop). Does nothing for the HOLD
     * workloads and for CHANNELS.
     */
    void exchange(double perSecond);

    /** Every served connection sends its next request as soon as the last is answered (closed loop), for the given time. */
    void saturate(long durationNanos);

    /**
     * Every connection that is served by now asks again and again, each after an idle time of its own, until the time of the
     * pace is over; a pace without time ends what goes on, and what is under way is still counted. Ends a round of
     * exchanges. Does nothing for the HOLD workloads and for CHANNELS.
     */
    void converse(Pace pace);

    /**
     * Closes the newest connections, pending ones first, until at most this many are left, and gives up what is left of {@link
     * #openInWindow}; they do not count as failures. For
     * CHANNELS, where connections have numbers, it closes all but the first so many, pending or not; those of them that
     * failed are not replaced.
     */
    void trim(int keep);

    /**
     * Begins a new phase of messages: forgets when they were delivered and the longest pause, and nothing else. Blocks until
     * nothing is recorded for the phase before any more.
     */
    void forgetDeliveries();

    /**
     * Forgets how long connecting, first answers and exchanges took so far; counts stay. Blocks until nothing is recorded for
     * what came before any more.
     */
    void forgetTimes();

    /**
     * Has the clients of CHANNELS publish messages: begins at once, and ends after the bursts' duration, when what is late is
     * sent as well, or by the next call, which gives up what is due and not sent. Intended times do not move when the agent or the
     * server falls behind.
     *
     * <p>Over WebSocket each message goes out on the WebSocket of a member drawn at random; slow clients do not send, and members
     * whose socket takes nothing at the moment are passed over. With the other transports it is a POST over one of a few
     * connections of the agent's own, which are opened as they are needed and stay open until {@link #prepare}. These count
     * as served and alive nowhere; if one fails, that counts as a failure with its cause. A message that nobody can take waits, and
     * those after it.
     *
     * @throws IllegalStateException for another workload
     */
    void publish(Bursts bursts);

    /** Runs a full garbage collection and then reports; blocks for its time. */
    AgentReport reportAfterGc();

    AgentReport report();

    /** Copies of the histograms; tens of kilobytes each. */
    AgentHistograms histograms();
}
