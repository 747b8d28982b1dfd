package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.result.law.ServiceTime;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.verdict.ramp.RequestsInFlight;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Sends single requests to a server without other load, one after the other, over one connection to each instance.
 */
record SingleRequests(LoadedServer server) {

    // Time limit of one answer: an endpoint may take a minute.
    private static final Duration PATIENCE = Duration.ofSeconds(75);

    // Time after which the threads of a server without an answer are read: what blocks them by then does not pass.
    private static final Duration BEFORE_A_LOOK = Duration.ofSeconds(20);

    // Time of the requests that do not count: the first ones load classes.
    private static final Duration FIRST_ONES = Duration.ofSeconds(2);

    // Time after which no more requests are sent.
    private static final Duration ENOUGH = Duration.ofSeconds(60);

    /**
     * The SLO of a ramp.
     *
     * @param ramp ramp with this SLO
     * @param words the SLO, and its origin if it was not given
     * @param serviceTime response times of single requests
     */
    record Slo(RampSettings ramp, String words, ServiceTime serviceTime) {}

    /**
     * Returns the ramp with its SLO: the given one, or else one from single requests, which {@code notes} receives.
     * Blocks until the last request is answered.
     *
     * @throws ScenarioNotRunException if one is not answered
     */
    Slo slo(Consumer<String> notes) {
        RampSettings ramp = server.ramp();
        List<Long> times = times();
        ServiceTime serviceTime = new ServiceTime(times);
        if (ramp.times().sloGiven()) {
            return new Slo(
                    RequestsInFlight.ramp(ramp, ramp.slo()),
                    "SLO %d ms".formatted(ramp.slo().toMillis()),
                    serviceTime);
        }
        Duration slo = RequestsInFlight.slo(ramp.slo(), times);
        String words = RequestsInFlight.words(slo, times);
        notes.accept(words);
        return new Slo(RequestsInFlight.ramp(ramp, slo), words, serviceTime);
    }

    /** Returns the times of single requests; empty if one is not answered. Blocks until the last answer. */
    Optional<ServiceTime> serviceTimeIfAnswered() {
        try {
            return Optional.of(new ServiceTime(times()));
        } catch (ScenarioNotRunException e) {
            return Optional.empty();
        }
    }

    // The first request of a connection and the requests of the first two seconds do not count. Blocks until the last
    // answer; the connections are closed then.
    private List<Long> times() {
        RampSettings ramp = server.ramp();
        Fleet fleet = server.fleet();
        RunClock clock = server.clock();
        long begin = clock.nanoTime();
        server.prepare(ramp.toBuilder().slo(PATIENCE).build());
        fleet.open(fleet.servers(), ramp.rates().opensPerSecond());
        await(() -> fleet.counts().connections().alive() < fleet.servers());
        long counting = clock.nanoTime() + FIRST_ONES.toNanos();
        while (clock.nanoTime() < counting && !server.mustStop()) {
            exchange();
        }
        List<Long> times = new ArrayList<>();
        long counted = clock.nanoTime();
        while (times.isEmpty()
                || (!RequestsInFlight.isEnough(
                                times, ramp.times().sloGiven(), Duration.ofNanos(clock.nanoTime() - counted))
                        && clock.nanoTime() - begin < ENOUGH.toNanos()
                        && !server.mustStop())) {
            exchange();
            times.add(fleet.reading().times().exchanges().response().maxNanos());
        }
        fleet.trim(0);
        return times;
    }

    private void exchange() {
        Fleet fleet = server.fleet();
        fleet.exchange(server.ramp().rates().exchangesPerSecond());
        await(() -> fleet.counts().exchanges().answered() < fleet.servers());
    }

    private void await(BooleanSupplier unanswered) {
        BooleanSupplier waits = () ->
                unanswered.getAsBoolean() && server.fleet().counts().failures().total() == 0;
        server.awaitWhile(BEFORE_A_LOOK, waits);
        if (waits.getAsBoolean() && server.stuckState().isEmpty()) {
            server.awaitWhile(PATIENCE.multipliedBy(2), waits);
        }
        LoadReading counts = server.fleet().counts();
        if (counts.failures().total() > 0 || unanswered.getAsBoolean()) {
            throw server.notServed(
                    "%s must be answered with 2xx and a complete body, was not: "
                            .formatted(server.scenario().work().label()),
                    counts);
        }
    }
}
