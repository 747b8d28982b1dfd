package io.ceiling.harness.command.probe;

import io.ceiling.harness.engine.control.ControlConnection;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.Target;
import io.ceiling.load.workload.CustomPlan;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Sends some single requests before a ramp: what fails without load has no ceiling, and its reason is said at once.
 *
 * <p>Notes. A limit of the rate may refuse the second request already, so that 429 and 503 after an answer are no reason.
 */
final class FirstRequests {

    private static final int MOST = 10;
    private static final Duration TIME = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Set<Integer> OF_A_LIMIT = Set.of(429, 503);
    private static final Set<CustomPlan.Kind> KINDS =
            Set.of(CustomPlan.Kind.GET, CustomPlan.Kind.IN_FLIGHT, CustomPlan.Kind.HOLD);

    private final Target target;
    private final CustomRequest request;
    private final List<ControlConnection.HttpAnswer> answers = new ArrayList<>();
    private long fastestNanos = Long.MAX_VALUE;

    private FirstRequests(Target target, CustomRequest request) {
        this.target = target;
        this.request = request;
    }

    /**
     * Requires that single requests are answered as they must be under load. Blocks for three seconds, or for two requests
     * that take longer.
     *
     * @param slo time in which a GET must be answered
     * @throws ExternalServerException with one line if they are not
     */
    static void require(Target target, CustomRequest request, Duration slo) {
        if (KINDS.contains(request.kind())) {
            FirstRequests first = new FirstRequests(target, request);
            first.send(slo);
            first.judge(slo);
        }
    }

    private void send(Duration slo) {
        long began = System.nanoTime();
        boolean once = request.kind() == CustomPlan.Kind.HOLD;
        try (ControlConnection connection = new ControlConnection(target)) {
            do {
                long sent = System.nanoTime();
                answers.add(connection.get(request.path(), PATIENCE.plus(slo), !once));
                fastestNanos = Math.min(fastestNanos, System.nanoTime() - sent);
            } while (!once
                    && answers.size() < MOST
                    && (System.nanoTime() - began < TIME.toNanos() || isColdAndLate(slo)));
        } catch (IOException e) {
            // The server may have room for one request, and for no other so soon.
            if (answers.isEmpty()) {
                throw new ExternalServerException("%s: %s"
                        .formatted(
                                asked(),
                                e instanceof SocketTimeoutException
                                        ? "no answer within %d s, without load. Hint: raise --slo"
                                                .formatted(PATIENCE.plus(slo).toSeconds())
                                        : "no answer without load: " + e.getMessage()));
            }
        }
    }

    /** Returns true if the only request was slower than it may be: the first one may have compiled a page. */
    private boolean isColdAndLate(Duration slo) {
        return answers.size() == 1 && fastestNanos > slo.toNanos();
    }

    private void judge(Duration slo) {
        List<ControlConnection.HttpAnswer> failed = answers.stream()
                .filter(answer -> answer.status() < 200 || answer.status() > 299)
                .filter(answer -> answers.indexOf(answer) == 0 || !OF_A_LIMIT.contains(answer.status()))
                .toList();
        if (failed.size() == answers.size()) {
            throw new ExternalServerException(
                    "%s is answered with %s%s".formatted(asked(), words(failed.get(0)), hint(failed.get(0))));
        }
        if (!failed.isEmpty()) {
            throw new ExternalServerException(
                    "%s fails without load: %d of %d single requests are answered with %s. Hint: mend that first"
                            .formatted(asked(), failed.size(), answers.size(), words(failed.get(0))));
        }
        if (request.kind() == CustomPlan.Kind.GET && fastestNanos > slo.toNanos()) {
            throw new ExternalServerException(
                    "%s takes %.1f s without load, the SLO is %d ms. Hint: raise --slo, or use --in-flight, which takes the SLO from single requests"
                            .formatted(asked(), fastestNanos / 1e9, slo.toMillis()));
        }
    }

    private String asked() {
        return "GET %s%s".formatted(target.endpoint().contextPath(), CustomRequest.masked(request.path()));
    }

    private static String words(ControlConnection.HttpAnswer answer) {
        String location = answer.location().isEmpty() ? "" : " to " + CustomRequest.masked(answer.location());
        return "%d %s%s".formatted(answer.status(), answer.reason(), location).strip();
    }

    private static String hint(ControlConnection.HttpAnswer answer) {
        int status = answer.status();
        if (status == 401 || status == 403) {
            return ". Hint: a login needs --header='Authorization: ...', or --header=@FILE, which keeps it out of the list of processes";
        }
        if (status >= 300 && status < 400) {
            return ". Hint: ask for that path; if it is a login, --header takes a cookie or an authorization";
        }
        return status == 404
                ? ". Hint: paths of options are below that of the URL"
                : ", without load. Hint: mend that first";
    }
}
