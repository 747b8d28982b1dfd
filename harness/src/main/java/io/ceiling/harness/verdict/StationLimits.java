package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.MeasuredConcurrency.answerRates;
import static io.ceiling.harness.verdict.MeasuredConcurrency.lawEstimateClause;
import static io.ceiling.harness.verdict.MeasuredConcurrency.milliseconds;
import static io.ceiling.harness.verdict.MeasuredConcurrency.servedCount;
import static io.ceiling.harness.verdict.MeasuredConcurrency.serviceTime;
import static io.ceiling.harness.verdict.MeasuredConcurrency.words;

import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.law.ThreadPlace;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.law.FullStation;
import io.ceiling.harness.verdict.law.Law;
import io.ceiling.harness.verdict.law.ServingThreads;
import io.ceiling.harness.verdict.law.ServingThreads.PlaceCounts;
import java.util.Optional;
import java.util.OptionalLong;

/** Names the station of a request that was seen to be full at two levels of load beyond the ceiling: {@link FullStation}. */
public final class StationLimits {

    private StationLimits() {}

    /** Detects the station of a request that was seen to be full: a lock, a number of places, or another server. */
    public static Optional<Attribution> detect(FailedStep step) {
        if (!step.hasShortage()) {
            return Optional.empty();
        }
        // A proxy's connections are those of its clients: requests to both hops decide that case.
        return step.station()
                .filter(full -> full.threads().waitingPlace().isPresent()
                        || ProxyLimits.proxy(step).isEmpty())
                .map(full -> attribute(full, step));
    }

    private static Attribution attribute(FullStation full, FailedStep step) {
        Optional<ThreadPlace> waits = full.threads().waitingPlace().map(PlaceCounts::standing);
        String law = lawEstimateClause(step);
        return switch (full.kind()) {
            case LOCK ->
                new Attribution(
                                LimitingFactor.APPLICATION_LOCK,
                                full.threads().mostWait() ? Confidence.HIGH : Confidence.MEDIUM,
                                "%s: one after another, each takes %s (%s)%s%s"
                                        .formatted(
                                                full.threads().waitingInWords(),
                                                milliseconds(1 / full.perSecond()),
                                                answerRates(step),
                                                ApplicationLimits.lockOwnerClause(step),
                                                law),
                                remedy(waits)
                                        .orElseGet(() -> "shorten the code that holds the lock in %s, or split the lock"
                                                .formatted(waits.map(ThreadPlace::outerMethod)
                                                        .orElse("the application"))))
                        .asLawBased();
            case UPSTREAM -> {
                long places = full.remote()
                        .map(FullStation.RemoteCounts::countAtHigher)
                        .or(() -> full.threads().waitingPlace().map(PlaceCounts::countAtHigher))
                        .orElse(1);
                String remote =
                        full.remote().map(FullStation.RemoteCounts::address).orElse("the server");
                yield new Attribution(
                                LimitingFactor.UPSTREAM,
                                Confidence.HIGH,
                                "%s; each takes %s, and a whole request alone %s: what they wait for is full (%s)%s"
                                        .formatted(
                                                places(full),
                                                milliseconds(places / full.perSecond()),
                                                milliseconds(serviceTime(step).meanSeconds()),
                                                answerRates(step),
                                                law),
                                "measure %s%s: more connections to it change nothing; give the call a time-out"
                                        .formatted(
                                                remote,
                                                waits.map(place -> " that %s calls".formatted(place.caller()))
                                                        .orElse("")))
                        .asLawBased();
            }
            case POOL -> pool(full, step);
        };
    }

    private static Attribution pool(FullStation full, FailedStep step) {
        Optional<ThreadPlace> waits = full.threads().waitingPlace().map(PlaceCounts::standing);
        OptionalLong number = placeCount(full, step);
        String more = number.isPresent() ? "more than %d at once".formatted(number.getAsLong()) : "more at once";
        String through = waits.map(place -> "%s (%s)".formatted(place.caller(), place.location()))
                .or(() -> full.remote().map(remote -> "the pool of connections to " + remote.address()))
                .orElse("it");
        String relief = remedy(waits)
                .map(words -> "%s; that lets %s through %s".formatted(words, more, through))
                .orElseGet(() -> "let %s through %s, or keep it for a shorter time".formatted(more, through));
        boolean seen = full.threads().servingPlace().isPresent()
                || full.threads().workers().isPresent()
                || full.remote().isPresent();
        String places = step.law() instanceof Law.Limit limit && isHeldThroughout(limit, full.threads())
                ? words(step, limit, full.threads()) + remote(full, step)
                : "%s%s%s (%s)%s"
                        .formatted(
                                full.threads().words(),
                                workers(full, step),
                                remote(full, step),
                                answerRates(step),
                                lawEstimateClause(step));
        return refusesBeforeAQueue(full, step)
                ? new Attribution(
                                LimitingFactor.REFUSED_BY_SERVER,
                                Confidence.HIGH,
                                places + "; those that find no room in the queue before it are refused",
                                "raise the queue in which they wait, or " + relief)
                        .asLawBased()
                : new Attribution(
                                LimitingFactor.APPLICATION_POOL,
                                seen ? Confidence.HIGH : Confidence.MEDIUM,
                                places,
                                relief)
                        .asLawBased();
    }

    // Returns true if the same number waits at both levels and the others are refused: the queue before the places is
    // bounded, and its size decides which request is refused first.
    private static boolean refusesBeforeAQueue(FullStation full, FailedStep step) {
        return full.threads().waitingPlace().filter(PlaceCounts::isConstant).isPresent()
                && ServerRefusals.detect(step).isPresent()
                && !ServerRefusals.isAfterWait(step)
                && step.evidence().serverTraces().diagnosis().levels().stream()
                        .allMatch(level -> level.failedRequests().count() > 0);
    }

    private static Optional<String> remedy(Optional<ThreadPlace> waits) {
        return waits.map(ThreadPlace::remedy).filter(words -> !words.isEmpty());
    }

    private static String workers(FullStation full, FailedStep step) {
        return full.threads()
                .workers()
                .map(group -> "; %s work for them, never more, each for %s of the %s of a request"
                        .formatted(
                                group.words(),
                                milliseconds(group.countAtHigher() / full.perSecond()),
                                milliseconds(serviceTime(step).meanSeconds())))
                .orElse("");
    }

    private static String remote(FullStation full, FailedStep step) {
        return full.remote()
                .filter(remote -> remote.countAtHigher() / full.perSecond()
                        < serviceTime(step).meanSeconds())
                .map(remote -> "; %s, each in use for %s of the %s of a request"
                        .formatted(
                                remote.words(),
                                milliseconds(remote.countAtHigher() / full.perSecond()),
                                milliseconds(serviceTime(step).meanSeconds())))
                .orElse("");
    }

    // Returns how many places there are; empty if that is not seen, and places are held for a part of a request.
    private static OptionalLong placeCount(FullStation full, FailedStep step) {
        if (step.law() instanceof Law.Limit limit && isHeldThroughout(limit, full.threads())) {
            return OptionalLong.of(servedCount(limit, full.threads()));
        }
        return full.threads()
                .workers()
                .map(PlaceCounts::countAtHigher)
                .or(() -> full.remote().map(FullStation.RemoteCounts::countAtHigher))
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    // Returns true if the number that the law calculates is a size: places are held from beginning to end.
    private static boolean isHeldThroughout(Law.Limit limit, ServingThreads where) {
        return where.workers().isEmpty()
                && (limit.shape() == Law.Shape.ROUNDS
                        || (limit.shape() != Law.Shape.SERIAL
                                && where.servingPlace().isPresent())
                        || (limit.shape() == Law.Shape.NOT_SEEN && limit.isDecided()));
    }

    private static String places(FullStation full) {
        String threads = full.threads().waitingInWords();
        String remote = full.remote().map(FullStation.RemoteCounts::words).orElse("");
        return threads.isEmpty() || remote.isEmpty() ? threads + remote : threads + ", " + remote;
    }
}
