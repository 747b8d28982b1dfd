package io.ceiling.aftermath;

import io.ceiling.aftermath.NextClient.ClientOutcome;
import io.ceiling.harness.reading.Observation;
import io.ceiling.load.SingleClients.ClientState;
import io.ceiling.load.report.FailureCause;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Formats the outcomes of the next clients of a full server. Pure functions. */
final class NextClients {

    // Errors of a connection that ended with RST: by their words, or by their numbers in Linux (errno.h).
    private static final Pattern RESET = Pattern.compile("reset|broken pipe|connection abort|error\\(-(104|32|103)\\)");

    private static final Pattern STATUS = Pattern.compile("HTTP/\\d\\.\\d (\\d{3})\\b");

    // Largest number of clients: enough to fill a short queue and to see what follows it.
    private static final int MAX = 20;

    // Share of the ceiling to which the load is lowered, in percent.
    private static final int BACK_PERCENT = 80;

    private NextClients() {}

    /**
     * Returns the number of clients to connect at a ceiling: few compared with the load, so that they do not change it.
     */
    public static int count(int ceiling) {
        return Math.max(1, Math.min(MAX, ceiling / 4));
    }

    /** Returns the lowered load: 80 % of the ceiling, at least 1. */
    public static int loweredConnections(int ceiling) {
        return Math.max(1, (int) ((long) ceiling * BACK_PERCENT / 100));
    }

    /**
     * Returns what a client saw.
     *
     * @param failedNanos time from its start to the first look that found it failed, in ns
     */
    public static NextClient of(ClientState sight, Observation failedNanos) {
        if (sight.answerNanos().isPresent()) {
            return client(ClientOutcome.SERVED, "", seen(sight.answerNanos()));
        }
        return sight.failures().counts().keySet().stream()
                .findFirst()
                .map(cause -> failedClient(cause, sight.failures().firstText(cause), sight, failedNanos))
                .orElseGet(() -> waitingClient(sight));
    }

    private static NextClient waitingClient(ClientState sight) {
        return sight.connectNanos().isPresent()
                ? client(ClientOutcome.NEVER_SERVED, "", seen(sight.connectNanos()))
                : client(ClientOutcome.SILENT_DROP, "", Observation.NOT_SEEN);
    }

    private static NextClient failedClient(
            FailureCause cause, String text, ClientState sight, Observation failedNanos) {
        boolean reset = RESET.matcher(text.toLowerCase(Locale.ROOT)).find();
        return switch (cause) {
            case CONNECT_REFUSED -> client(ClientOutcome.REFUSED, "", failedNanos);
            case CONNECT_TIMEOUT -> client(ClientOutcome.SILENT_DROP, "", Observation.NOT_SEEN);
            case ANSWER_TIMEOUT -> client(ClientOutcome.NEVER_SERVED, "", seen(sight.connectNanos()));
            case UNEXPECTED_STATUS -> client(ClientOutcome.HTTP_STATUS, status(text), failedNanos);
            case CLOSED_BEFORE_ANSWER -> client(reset ? ClientOutcome.RESET : ClientOutcome.CLOSED, "", failedNanos);
            case NO_LOCAL_PORT, NO_DESCRIPTOR -> client(ClientOutcome.NO_CLIENT, "", failedNanos);
            default -> client(reset ? ClientOutcome.RESET : ClientOutcome.OTHER, "", failedNanos);
        };
    }

    private static String status(String text) {
        Matcher matcher = STATUS.matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }

    private static NextClient client(ClientOutcome outcome, String status, Observation afterNanos) {
        return new NextClient(outcome, status, afterNanos, NextClient.LaterOutcome.KNOWN_BEFORE);
    }

    private static Observation seen(OptionalLong nanos) {
        return nanos.isPresent() ? Observation.of(nanos.getAsLong()) : Observation.NOT_SEEN;
    }

    /**
     * Returns the outcome of a client that was waiting when the load was lowered.
     *
     * @param backNanos time from the start of the client until the load was lowered, in ns
     */
    public static NextClient.LaterOutcome laterOutcome(ClientState end, long backNanos) {
        return new NextClient.LaterOutcome(
                true,
                end.answerNanos().isPresent()
                        ? Observation.of(Math.max(0, end.answerNanos().getAsLong() - backNanos))
                        : Observation.NOT_SEEN);
    }
}
