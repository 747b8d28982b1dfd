package io.ceiling.load;

import io.ceiling.load.channels.Bursts;
import io.ceiling.load.loop.Pace;
import io.ceiling.load.report.AgentHistograms;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.workload.LoadPlan;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.blocks.MethodCall;
import org.jgroups.blocks.RequestOptions;
import org.jgroups.blocks.RpcDispatcher;
import org.jspecify.annotations.Nullable;

/**
 * One agent of the cluster, told what to do by RPC. Thread-safe; every call blocks until the agent has answered.
 *
 * <p>Calls throw {@link ClusterException} if the agent does not answer in time, has left, or could not do it.
 */
public final class RemoteAgent implements AgentCommands {

    private final RpcDispatcher dispatcher;
    private final Address address;
    private final Duration timeout;

    RemoteAgent(RpcDispatcher dispatcher, Address address, Duration timeout) {
        this.dispatcher = dispatcher;
        this.address = address;
        this.timeout = timeout;
    }

    /** Unique in the cluster. */
    public String name() {
        return address.toString();
    }

    Address address() {
        return address;
    }

    @Override
    public void prepare(LoadPlan plan) {
        call(AgentCall.PREPARE, plan);
    }

    @Override
    public void open(int connections, double perSecond) {
        call(AgentCall.OPEN, connections, perSecond);
    }

    @Override
    public void exchange(double perSecond) {
        call(AgentCall.EXCHANGE, perSecond);
    }

    @Override
    public void saturate(long durationNanos) {
        call(AgentCall.SATURATE, durationNanos);
    }

    @Override
    public void converse(Pace pace) {
        call(AgentCall.CONVERSE, pace);
    }

    @Override
    public void trim(int keep) {
        call(AgentCall.TRIM, keep);
    }

    @Override
    public void forgetDeliveries() {
        call(AgentCall.FORGET_DELIVERIES);
    }

    @Override
    public void forgetTimes() {
        call(AgentCall.FORGET_TIMES);
    }

    @Override
    public void publish(Bursts bursts) {
        call(AgentCall.PUBLISH, bursts);
    }

    @Override
    public AgentReport reportAfterGc() {
        return answer(AgentReport.class, AgentCall.REPORT_AFTER_GC);
    }

    @Override
    public AgentReport report() {
        return answer(AgentReport.class, AgentCall.REPORT);
    }

    @Override
    public AgentHistograms histograms() {
        return answer(AgentHistograms.class, AgentCall.HISTOGRAMS);
    }

    /** Does not wait: the agent may be gone before its answer. */
    @Override
    public void end() {
        try {
            dispatcher.callRemoteMethod(address, new MethodCall(AgentCall.END.id()), RequestOptions.ASYNC());
        } catch (Exception e) {
            throw failed(AgentCall.END, String.valueOf(e.getMessage()), e);
        }
    }

    private <T> T answer(Class<T> type, AgentCall call, Object... arguments) {
        Object answer = call(call, arguments);
        if (!type.isInstance(answer)) {
            throw failed(call, "answered %s, expected %s".formatted(answer, type.getSimpleName()), null);
        }
        return type.cast(answer);
    }

    private @Nullable Object call(AgentCall call, Object... arguments) {
        // Out of band: a report must not wait behind another call that collects garbage.
        RequestOptions options =
                RequestOptions.SYNC().timeout(timeout.toMillis()).flags(Message.Flag.OOB);
        Object answer;
        try {
            answer = dispatcher.callRemoteMethod(address, new MethodCall(call.id(), arguments), options);
        } catch (TimeoutException e) {
            throw failed(call, "no answer within %d ms".formatted(timeout.toMillis()), e);
        } catch (Exception e) {
            throw failed(call, "it has left the cluster, or cannot be reached (%s)".formatted(e), e);
        }
        if (answer instanceof AgentCall.Failure failure) {
            throw failed(call, failure.text(), null);
        }
        return answer;
    }

    private ClusterException failed(AgentCall call, String why, @Nullable Throwable cause) {
        String message = "agent %s: %s: %s".formatted(name(), call, why);
        return cause == null ? new ClusterException(message) : new ClusterException(message, cause);
    }

    @Override
    public String toString() {
        return name();
    }
}
