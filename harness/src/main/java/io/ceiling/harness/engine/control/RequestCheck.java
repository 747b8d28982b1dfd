package io.ceiling.harness.engine.control;

import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.text.OneLine;
import io.ceiling.load.http.HttpRequest;
import io.ceiling.load.http.SearchedText;
import io.ceiling.load.http.Statuses;
import io.ceiling.load.workload.CustomPlan;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Sends single requests before a ramp, and checks each request of a mix on its own: a request that fails without load
 * has no ceiling, and the user gets the reason at once.
 *
 * <p>A rate limit may refuse even the second request, so that 429 and 503 after a first answer are no failure. A ramp
 * of requests in flight begins with single requests of its own, so one request is enough here.
 */
public final class RequestCheck {

    private static final int MAX_REQUESTS = 10;
    private static final Duration TIME = Duration.ofSeconds(1);

    // Longer than most requests take. The ramp names the cause of a longer wait, since it reads the server.
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Set<Integer> OF_A_LIMIT = Set.of(429, 503);

    // A held response might outlive its client and take the place of a later one.
    private static final Set<CustomPlan.Kind> KINDS = Set.of(CustomPlan.Kind.GET, CustomPlan.Kind.IN_FLIGHT);

    private final Target target;
    private final CustomRequest request;
    private final Optional<Duration> slo;
    private final List<ControlConnection.HttpAnswer> answers = new ArrayList<>();
    private long fastestNanos = Long.MAX_VALUE;

    private RequestCheck(Target target, CustomRequest request, Optional<Duration> slo) {
        this.target = target;
        this.request = request;
        this.slo = slo;
    }

    /**
     * Returns in one line why single requests fail; empty if they are answered as the ramp expects. Blocks, for each
     * request of a mix, for a second or for two requests that take longer.
     *
     * @param slo time in which a GET must be answered; empty if it has none
     */
    public static Optional<String> failure(Target target, CustomRequest request, Optional<Duration> slo) {
        if (!KINDS.contains(request.kind())) {
            return Optional.empty();
        }
        for (HttpRequest each : request.requests()) {
            RequestCheck first = new RequestCheck(
                    target,
                    request.withRequests(List.of(each), request.expect()),
                    slo.filter(given -> request.kind() == CustomPlan.Kind.GET));
            Optional<String> why = first.send().or(first::wrongAnswer);
            // No answer in time: the ramp finds the cause, and no other request needs to wait as long.
            if (why.isPresent() || first.answers.isEmpty()) {
                return why;
            }
        }
        return Optional.empty();
    }

    // Sends the requests. Returns why the connection failed before any answer; empty if there is one, or none in time.
    private Optional<String> send() {
        int most = request.kind() == CustomPlan.Kind.IN_FLIGHT ? 1 : MAX_REQUESTS;
        long began = System.nanoTime();
        try (ControlConnection connection = new ControlConnection(target)) {
            do {
                long sent = System.nanoTime();
                answers.add(connection.send(request.filled(), PATIENCE));
                fastestNanos = Math.min(fastestNanos, System.nanoTime() - sent);
            } while (answers.size() < most && (System.nanoTime() - began < TIME.toNanos() || isColdAndLate()));
        } catch (SocketTimeoutException e) {
            answers.clear();
        } catch (IOException e) {
            // The server may serve one request and refuse the next one so soon.
            if (answers.isEmpty()) {
                return Optional.of("%s: no answer without load: %s".formatted(requestLine(), e.getMessage()));
            }
        }
        return Optional.empty();
    }

    // Returns true if the only request so far was too slow: the server may have compiled a page for it.
    private boolean isColdAndLate() {
        return answers.size() == 1 && isLate();
    }

    private boolean isLate() {
        return slo.filter(most -> fastestNanos > most.toNanos()).isPresent();
    }

    // Returns why the answers are wrong; empty if they are right, or if there is none.
    private Optional<String> wrongAnswer() {
        if (answers.isEmpty()) {
            return Optional.empty();
        }
        boolean refusedAtOnce = !isRight(answers.get(0));
        List<ControlConnection.HttpAnswer> failed = answers.stream()
                .filter(answer -> !isRight(answer))
                .filter(answer -> refusedAtOnce || !OF_A_LIMIT.contains(answer.status()))
                .toList();
        if (failed.size() == answers.size()) {
            return Optional.of(
                    "%s is answered with %s%s".formatted(requestLine(), words(failed.get(0)), hint(failed.get(0))));
        }
        if (!failed.isEmpty()) {
            return Optional.of(
                    "%s fails without load: %d of %d single requests are answered with %s. Hint: mend that first"
                            .formatted(requestLine(), failed.size(), answers.size(), words(failed.get(0))));
        }
        return missingText().or(this::lateAnswer);
    }

    private Optional<String> lateAnswer() {
        return slo.filter(most -> isLate())
                .map(most ->
                        "%s takes %.1f s without load, the SLO is %d ms. Hint: raise --slo, or use --in-flight, which takes the SLO from single requests"
                                .formatted(requestLine(), fastestNanos / 1e9, most.toMillis()));
    }

    // The ramp judges a redirect that it follows.
    private boolean isRight(ControlConnection.HttpAnswer answer) {
        boolean followed = request.expect().follow() && !answer.location().isEmpty();
        return followed || Statuses.of(request.expect().statuses()).has(answer.status());
    }

    private Optional<String> missingText() {
        Pattern expected = request.expect().pattern();
        boolean follows = request.expect().follow();
        return answers.stream()
                .filter(answer -> !(follows && !answer.location().isEmpty()))
                .filter(answer -> !expected.matcher(searchedPart(answer.body())).find())
                .findFirst()
                .map(answer -> "%s is answered with %s and %d characters, in %s '%s' is not found"
                        .formatted(
                                requestLine(),
                                words(answer),
                                answer.body().length(),
                                searchedPart(answer.body()).length()
                                                < answer.body().length()
                                        ? "the first 16 KiB of which"
                                        : "which",
                                request.expect().text()));
    }

    // Returns the part that the load agents search, so that this check finds no more than they do.
    private static String searchedPart(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= SearchedText.MAX_BYTES
                ? body
                : new String(bytes, 0, SearchedText.MAX_BYTES, StandardCharsets.UTF_8);
    }

    private String requestLine() {
        return "%s %s%s"
                .formatted(
                        request.first().method(),
                        target.endpoint().contextPath(),
                        CustomRequest.masked(request.path()));
    }

    private static String words(ControlConnection.HttpAnswer answer) {
        String location = answer.location().isEmpty()
                ? ""
                : " to "
                        // A session may be a parameter of the path.
                        + CustomRequest.masked(answer.location())
                                .replaceAll(";[^/?#]*", ";...")
                                .replaceAll("#.*", "#...")
                                .replaceAll("//[^/@]*@", "//...@");
        // The server's reason and location may contain any bytes.
        return OneLine.of(
                "%d%s%s".formatted(answer.status(), reason(answer), location).strip());
    }

    // Some servers repeat the request in the reason, which may disclose a secret.
    private static String reason(ControlConnection.HttpAnswer answer) {
        return answer.reason().matches("[A-Za-z' -]{1,40}") ? " " + answer.reason() : "";
    }

    private String hint(ControlConnection.HttpAnswer answer) {
        int status = answer.status();
        if (status >= 300 && status < 400) {
            return ". Hint: ask for that path, or --follow; if it is a login, --header or --user has it";
        }
        return switch (status) {
            case 401, 403 ->
                ". Hint: a login needs --header='Authorization: ...' or --user=@FILE; @FILE keeps it out of the list of processes";
            case 404 -> ". Hint: this is the whole path that was asked";
            case 405 ->
                ". Hint: another method is --method="
                        + (request.first().method().equals("POST") ? "PUT" : "POST");
            case 400, 411, 422 ->
                request.first().body().isEmpty()
                        ? ". Hint: a body is --data, what it is --header='Content-Type: ...'"
                        : ". Hint: the application refuses this body, its log or its answer says why";
            case 415 -> ". Hint: a body of JSON needs --header='Content-Type: application/json'";
            default -> ", without load. Hint: mend that first";
        };
    }
}
