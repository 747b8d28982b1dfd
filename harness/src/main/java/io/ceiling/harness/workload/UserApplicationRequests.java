package io.ceiling.harness.workload;

import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.Publishing;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.workload.CustomPlan;
import io.ceiling.load.workload.LoadPlan;

/** Requests to the user's own application. */
final class UserApplicationRequests implements Workload {

    @Override
    public String label() {
        return "custom";
    }

    @Override
    public boolean isUserApplication() {
        return true;
    }

    /** Returns true if a response stays open: how the application holds it is not known, and it may be asynchronous. */
    @Override
    public boolean isAsynchronous(Work work) {
        return request(work).mayHoldThread();
    }

    @Override
    public boolean repeatsRequests(Work work) {
        return request(work).repeatsRequests();
    }

    @Override
    public boolean keepsResponseOpen(Work work) {
        return request(work).kind() == CustomPlan.Kind.HOLD || request(work).kind() == CustomPlan.Kind.SSE;
    }

    @Override
    public LoadPlan plan(ServerAddress server, Work work, Publishing publishing) {
        CustomRequest request = request(work);
        return LoadPlan.custom(
                server,
                new CustomPlan(request.kind(), request.requests(), request.files(), request.send(), request.expect()));
    }

    private static CustomRequest request(Work work) {
        return work.application().orElseThrow().request();
    }
}
