package io.ceiling.load;

import io.ceiling.load.channels.Bursts;
import io.ceiling.load.link.PipeLink;
import io.ceiling.load.loop.Pace;
import io.ceiling.load.report.AgentHistograms;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.workload.LoadPlan;

/** The commands of an agent in another process, each of which blocks for its answer. */
final class LinkedAgent implements AgentCommands {

    private final PipeLink link;

    LinkedAgent(PipeLink link) {
        this.link = link;
    }

    private <A> A ask(AgentCall<A> call) {
        return link.send(call).await();
    }

    /** Ends the agent by the end of its input. */
    void end() {
        link.close();
    }

    @Override
    public void prepare(LoadPlan plan) {
        ask(new AgentCall.Prepare(plan));
    }

    @Override
    public void open(int connections, double perSecond) {
        ask(new AgentCall.Open(connections, perSecond));
    }

    @Override
    public void openInWindow(int connections, int window, double perSecond) {
        ask(new AgentCall.OpenInWindow(connections, window, perSecond));
    }

    @Override
    public void stopOpening() {
        ask(new AgentCall.StopOpening());
    }

    @Override
    public void exchange(double perSecond) {
        ask(new AgentCall.Exchange(perSecond));
    }

    @Override
    public void saturate(long durationNanos) {
        ask(new AgentCall.Saturate(durationNanos));
    }

    @Override
    public void converse(Pace pace) {
        ask(new AgentCall.Converse(pace));
    }

    @Override
    public void trim(int keep) {
        ask(new AgentCall.Trim(keep));
    }

    @Override
    public void forgetDeliveries() {
        ask(new AgentCall.ForgetDeliveries());
    }

    @Override
    public void forgetTimes() {
        ask(new AgentCall.ForgetTimes());
    }

    @Override
    public void publish(Bursts bursts) {
        ask(new AgentCall.Publish(bursts));
    }

    @Override
    public AgentReport reportAfterGc() {
        return ask(new AgentCall.ReportAfterGc());
    }

    @Override
    public AgentReport report() {
        return ask(new AgentCall.Report());
    }

    @Override
    public AgentHistograms histograms() {
        return ask(new AgentCall.ReadHistograms());
    }

    @Override
    public String toString() {
        return link.toString();
    }
}
