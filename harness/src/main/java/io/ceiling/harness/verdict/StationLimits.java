package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.ServedAtOnce.answers;
import static io.ceiling.harness.verdict.ServedAtOnce.asSecondWitness;
import static io.ceiling.harness.verdict.ServedAtOnce.milliseconds;
import static io.ceiling.harness.verdict.ServedAtOnce.number;
import static io.ceiling.harness.verdict.ServedAtOnce.single;
import static io.ceiling.harness.verdict.ServedAtOnce.words;

import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.law.Standing;
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
        if (!step.isShort()) {
            return Optional.empty();
        }
        // A proxy's connections are those of its clients: requests to both hops decide that case.
        return step.station()
                .filter(full -> full.threads().waits().isPresent()
                        || ProxyLimits.proxy(step).isEmpty())
                .map(full -> named(full, step));
    }

    private static Attribution named(FullStation full, FailedStep step) {
        Optional<Standing> waits = full.threads().waits().map(PlaceCounts::standing);
        String law = asSecondWitness(step);
        return switch (full.kind()) {
            case LOCK ->
                new Attribution(
                                LimitingFactor.APPLICATION_LOCK,
                                full.threads().mostWait() ? Confidence.HIGH : Confidence.MEDIUM,
                                "%s: one after another, each takes %s (%s)%s%s"
                                        .formatted(
                                                full.threads().waitingInWords(),
                                                milliseconds(1 / full.perSecond()),
                                                answers(step),
                                                ApplicationLimits.owner(step),
                                                law),
                                remedy(waits)
                                        .orElseGet(() -> "shorten the code that holds the lock in %s, or split the lock"
                                                .formatted(waits.map(Standing::outside)
                                                        .orElse("the application"))))
                        .ofLaw();
            case UPSTREAM -> {
                long places = full.remote()
                        .map(FullStation.RemoteCounts::more)
                        .or(() -> full.threads().waits().map(PlaceCounts::more))
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
                                                milliseconds(single(step).meanSeconds()),
                                                answers(step),
                                                law),
                                "measure %s%s: more connections to it change nothing; give the call a time-out"
                                        .formatted(
                                                remote,
                                                waits.map(place -> " that %s calls".formatted(place.caller()))
                                                        .orElse("")))
                        .ofLaw();
            }
            case POOL -> pool(full, step);
        };
    }

    private static Attribution pool(FullStation full, FailedStep step) {
        Optional<Standing> waits = full.threads().waits().map(PlaceCounts::standing);
        OptionalLong number = size(full, step);
        String more = number.isPresent() ? "more than %d at once".formatted(number.getAsLong()) : "more at once";
        String through = waits.map(place -> "%s (%s)".formatted(place.caller(), place.at()))
                .or(() -> full.remote().map(remote -> "the pool of connections to " + remote.address()))
                .orElse("it");
        String relief = remedy(waits)
                .map(words -> "%s; that lets %s through %s".formatted(words, more, through))
                .orElseGet(() -> "let %s through %s, or keep it for a shorter time".formatted(more, through));
        boolean seen = full.threads().serves().isPresent()
                || full.threads().workers().isPresent()
                || full.remote().isPresent();
        String places = step.law() instanceof Law.Limit limit && isHeldThroughout(limit, full.threads())
                ? words(step, limit, full.threads()) + remote(full, step)
                : "%s%s%s (%s)%s"
                        .formatted(
                                full.threads().words(),
                                workers(full, step),
                                remote(full, step),
                                answers(step),
                                asSecondWitness(step));
        return refusesBeforeAQueue(full, step)
                ? new Attribution(
                                LimitingFactor.REFUSED_BY_SERVER,
                                Confidence.HIGH,
                                places + "; those that find no room in the queue before it are refused",
                                "raise the queue in which they wait, or " + relief)
                        .ofLaw()
                : new Attribution(
                                LimitingFactor.APPLICATION_POOL,
                                seen ? Confidence.HIGH : Confidence.MEDIUM,
                                places,
                                relief)
                        .ofLaw();
    }

    // Returns true if the same number waits at both levels and the others are refused: the queue before the places is
    // bounded, and its size decides which request is refused first.
    private static boolean refusesBeforeAQueue(FullStation full, FailedStep step) {
        return full.threads().waits().filter(PlaceCounts::stays).isPresent()
                && RefusedByServer.detect(step).isPresent()
                && !RefusedByServer.afterAWait(step)
                && step.evidence().process().diagnosis().levels().stream()
                        .allMatch(level -> level.refused().count() > 0);
    }

    private static Optional<String> remedy(Optional<Standing> waits) {
        return waits.map(Standing::remedy).filter(words -> !words.isEmpty());
    }

    private static String workers(FullStation full, FailedStep step) {
        return full.threads()
                .workers()
                .map(group -> "; %s work for them, never more, each for %s of the %s of a request"
                        .formatted(
                                group.words(),
                                milliseconds(group.more() / full.perSecond()),
                                milliseconds(single(step).meanSeconds())))
                .orElse("");
    }

    private static String remote(FullStation full, FailedStep step) {
        return full.remote()
                .filter(remote ->
                        remote.more() / full.perSecond() < single(step).meanSeconds())
                .map(remote -> "; %s, each in use for %s of the %s of a request"
                        .formatted(
                                remote.words(),
                                milliseconds(remote.more() / full.perSecond()),
                                milliseconds(single(step).meanSeconds())))
                .orElse("");
    }

    // Returns how many places there are; empty if that is not seen, and places are held for a part of a request.
    private static OptionalLong size(FullStation full, FailedStep step) {
        if (step.law() instanceof Law.Limit limit && isHeldThroughout(limit, full.threads())) {
            return OptionalLong.of(number(limit, full.threads()));
        }
        return full.threads()
                .workers()
                .map(PlaceCounts::more)
                .or(() -> full.remote().map(FullStation.RemoteCounts::more))
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    // Returns true if the number that the law calculates is a size: places are held from beginning to end.
    private static boolean isHeldThroughout(Law.Limit limit, ServingThreads where) {
        return where.workers().isEmpty()
                && (limit.shape() == Law.Shape.ROUNDS
                        || (limit.shape() != Law.Shape.EVEN && where.serves().isPresent())
                        || (limit.shape() == Law.Shape.NOT_SEEN && limit.isDecided()));
    }

    private static String places(FullStation full) {
        String threads = full.threads().waitingInWords();
        String remote = full.remote().map(FullStation.RemoteCounts::words).orElse("");
        return threads.isEmpty() || remote.isEmpty() ? threads + remote : threads + ", " + remote;
    }
}
