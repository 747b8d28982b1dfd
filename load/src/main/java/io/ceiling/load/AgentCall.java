package io.ceiling.load;

import io.ceiling.load.channels.Bursts;
import io.ceiling.load.link.Request;
import io.ceiling.load.loop.Pace;
import io.ceiling.load.report.AgentHistograms;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.workload.LoadPlan;

/**
 * A command of {@link AgentCommands} as a record that can be sent to an agent.
 *
 * @param <A> type of the answer
 */
public sealed interface AgentCall<A> extends Request<A> {

    A run(AgentCommands agent);

    /** Answer to a command that returns nothing. */
    enum Done {
        DONE
    }

    /** Command that returns nothing. */
    sealed interface VoidCall extends AgentCall<Done> {

        void execute(AgentCommands agent);

        @Override
        default Done run(AgentCommands agent) {
            execute(agent);
            return Done.DONE;
        }
    }

    record Prepare(LoadPlan plan) implements VoidCall {
        @Override
        public void execute(AgentCommands agent) {
            agent.prepare(plan);
        }
    }

    record Open(int connections, double perSecond) implements VoidCall {
        @Override
        public void execute(AgentCommands agent) {
            agent.open(connections, perSecond);
        }
    }

    record OpenInWindow(int connections, int window, double perSecond) implements VoidCall {
        @Override
        public void execute(AgentCommands agent) {
            agent.openInWindow(connections, window, perSecond);
        }
    }

    record StopOpening() implements VoidCall {
        @Override
        public void execute(AgentCommands agent) {
            agent.stopOpening();
        }
    }

    record Exchange(double perSecond) implements VoidCall {
        @Override
        public void execute(AgentCommands agent) {
            agent.exchange(perSecond);
        }
    }

    record Saturate(long durationNanos) implements VoidCall {
        @Override
        public void execute(AgentCommands agent) {
            agent.saturate(durationNanos);
        }
    }

    record Converse(Pace pace) implements VoidCall {
        @Override
        public void execute(AgentCommands agent) {
            agent.converse(pace);
        }
    }

    record Publish(Bursts bursts) implements VoidCall {
        @Override
        public void execute(AgentCommands agent) {
            agent.publish(bursts);
        }
    }

    record Trim(int keep) implements VoidCall {
        @Override
        public void execute(AgentCommands agent) {
            agent.trim(keep);
        }
    }

    record ForgetDeliveries() implements VoidCall {
        @Override
        public void execute(AgentCommands agent) {
            agent.forgetDeliveries();
        }
    }

    record ForgetTimes() implements VoidCall {
        @Override
        public void execute(AgentCommands agent) {
            agent.forgetTimes();
        }
    }

    record Report() implements AgentCall<AgentReport> {
        @Override
        public AgentReport run(AgentCommands agent) {
            return agent.report();
        }
    }

    record ReportAfterGc() implements AgentCall<AgentReport> {
        @Override
        public AgentReport run(AgentCommands agent) {
            return agent.reportAfterGc();
        }
    }

    record ReadHistograms() implements AgentCall<AgentHistograms> {
        @Override
        public AgentHistograms run(AgentCommands agent) {
            return agent.histograms();
        }
    }
}
