package io.ceiling.harness.fleet;

import io.ceiling.load.AgentCall;
import io.ceiling.load.AgentCommands;
import io.ceiling.load.channels.Bursts;
import io.ceiling.load.link.AgentLink;
import io.ceiling.load.link.Request;
import io.ceiling.load.report.AgentReport;

/** An agent in memory that answers each call at once, opens without a window, and publishes nothing. */
public abstract class QuietAgent implements AgentCommands, AgentLink {

    @Override
    public final <A> PendingAnswer<A> send(Request<A> request) {
        A answer = request.answer().cast(((AgentCall<?>) request).run(this));
        return () -> answer;
    }

    @Override
    public void openInWindow(int connections, int window, double perSecond) {
        open(connections, perSecond);
    }

    @Override
    public void stopOpening() {}

    @Override
    public void forgetDeliveries() {}

    @Override
    public void forgetTimes() {}

    @Override
    public void publish(Bursts bursts) {}

    @Override
    public AgentReport reportAfterGc() {
        return report();
    }
}
