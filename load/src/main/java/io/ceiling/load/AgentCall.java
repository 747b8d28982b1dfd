package io.ceiling.load;

import io.ceiling.load.channels.Bursts;
import io.ceiling.load.loop.Pace;
import io.ceiling.load.workload.LoadPlan;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The commands as they travel: by number and typed arguments, never by a name that the receiver would look up.
 *
 * <p>Failures travel as text, so that no exception class is ever read from the network.
 */
enum AgentCall {
    PREPARE(1),
    OPEN(2),
    EXCHANGE(3),
    SATURATE(4),
    TRIM(5),
    REPORT(6),
    REPORT_AFTER_GC(7),
    HISTOGRAMS(8),
    END(9),
    FORGET_DELIVERIES(10),
    PUBLISH(11),
    CONVERSE(12),
    FORGET_TIMES(13);

    /** What a command that failed answers. */
    record Failure(String text) implements Serializable {
        private static final long serialVersionUID = 1;
    }

    private static final Object[] NO_ARGUMENTS = {};

    private final short id;

    AgentCall(int id) {
        this.id = (short) id;
    }

    short id() {
        return id;
    }

    /** Runs the command with this number; a failure is an answer too. */
    static @Nullable Object run(AgentCommands agent, short id, Object @Nullable [] arguments) {
        for (AgentCall call : values()) {
            if (call.id == id) {
                try {
                    return call.run(agent, arguments == null ? NO_ARGUMENTS : arguments);
                } catch (RuntimeException e) {
                    return new Failure(String.valueOf(e.getMessage()));
                }
            }
        }
        return new Failure("unknown command %d".formatted(id));
    }

    private @Nullable Object run(AgentCommands agent, Object[] arguments) {
        switch (this) {
            case PREPARE -> agent.prepare((LoadPlan) arguments[0]);
            case OPEN -> agent.open((Integer) arguments[0], (Double) arguments[1]);
            case EXCHANGE -> agent.exchange((Double) arguments[0]);
            case SATURATE -> agent.saturate((Long) arguments[0]);
            case TRIM -> agent.trim((Integer) arguments[0]);
            case REPORT -> {
                return agent.report();
            }
            case REPORT_AFTER_GC -> {
                return agent.reportAfterGc();
            }
            case HISTOGRAMS -> {
                return agent.histograms();
            }
            case END -> agent.end();
            case FORGET_DELIVERIES -> agent.forgetDeliveries();
            case FORGET_TIMES -> agent.forgetTimes();
            case CONVERSE -> agent.converse((Pace) arguments[0]);
            case PUBLISH -> agent.publish((Bursts) arguments[0]);
        }
        return null;
    }
}
