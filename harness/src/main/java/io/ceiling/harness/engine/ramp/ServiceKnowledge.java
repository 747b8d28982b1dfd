package io.ceiling.harness.engine.ramp;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.result.law.LoadLevel;
import io.ceiling.harness.result.law.Pacing;
import io.ceiling.harness.result.law.ServiceTime;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.RequestPace;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.verdict.FailedStep;
import io.ceiling.harness.verdict.RateLimits;
import io.ceiling.harness.verdict.law.DiagnosisPlan;
import io.ceiling.harness.verdict.law.RateLaw;
import io.ceiling.harness.verdict.ramp.CeilingFinder;
import io.ceiling.harness.verdict.ramp.CeilingFinder.HeldLevel;
import io.ceiling.harness.verdict.ramp.RampState;
import io.ceiling.harness.verdict.ramp.RequestsInFlight;
import io.ceiling.load.link.LinkException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What a ramp of requests in flight knows of a server in addition to its steps: the service time, and the answers to
 * more load than the server serves in time. Empty for other work. Not thread-safe.
 */
final class ServiceKnowledge {

    // Smallest share of requests in time in a step whose failure is unexpected: if more are late, the server serves
    // less than predicted.
    private static final double MIN_IN_TIME_SHARE = 0.75;

    // Factors that say nothing about the server: a pause of another process may hide a limit.
    private static final Set<LimitingFactor> OF_NO_LIMIT =
            EnumSet.of(LimitingFactor.UNKNOWN, LimitingFactor.LOAD_CPU, LimitingFactor.HOST_CPU);

    private final Scenario scenario;
    private String slo = "";
    private Optional<ServiceTime> serviceTime = Optional.empty();
    private Optional<LoadLevel> saturated = Optional.empty();
    private Pacing pacing = Pacing.NONE;
    private int failedBefore;

    ServiceKnowledge(Scenario scenario) {
        this.scenario = scenario;
    }

    /** Returns the SLO of requests in flight, in words; empty for other work, or before it is known. */
    String slo() {
        return slo;
    }

    /**
     * Finds the SLO of requests in flight where none is given, from single requests. Returns the settings with it. Blocks for
     * these requests.
     *
     * @param notes receives a message about it for the user
     */
    RampSettings withSlo(LoadedServer server, Consumer<String> notes) {
        SingleRequests.Slo found = new SingleRequests(server).slo(notes);
        serviceTime = Optional.of(found.serviceTime());
        OptionalInt enough = sufficientConnections(found.ramp());
        slo = enough.isPresent()
                ? "%s; %s"
                        .formatted(
                                found.words(),
                                RequestsInFlight.maxUsefulInWords(
                                        scenario.work().inFlight().orElseThrow(), enough.getAsInt()))
                : found.words();
        return found.ramp();
    }

    /**
     * Returns the search of the ceiling. For an open loop it ends where more connections would send no more requests.
     */
    CeilingFinder finder(RampSettings ramp) {
        return new CeilingFinder(ramp, sufficientConnections(ramp).orElse(scenario.capConnections()));
    }

    private OptionalInt sufficientConnections(RampSettings ramp) {
        OptionalInt enough = scenario.work()
                .inFlight()
                .map(work -> RequestsInFlight.maxUsefulConnections(work, ramp.slo()))
                .orElse(OptionalInt.empty());
        return enough.orElse(Integer.MAX_VALUE) < scenario.capConnections() ? enough : OptionalInt.empty();
    }

    /** Returns true if the server will be loaded beyond that ceiling, so that no thread dump is needed before. */
    boolean willDiagnose(int ceiling, LoadedServer server) {
        return serviceTime.isPresent()
                && scenario.instances() == 1
                && !DiagnosisPlan.levels(ceiling, cap(server)).isEmpty();
    }

    private int cap(LoadedServer server) {
        ServerReading without = server.session().started().baseline().server();
        // Beyond that limit, connections that are merely held wait in the listen queue, which is a limit of another
        // kind.
        Limit connections = scenario.work().inFlight().isPresent() ? Limit.NOT_SEEN : without.maxConnections();
        return DiagnosisPlan.cap(
                scenario.capConnections(), without.maxDescriptors(), without.openDescriptors(), connections);
    }

    /** Returns the recovery that prepares the server for the next load after a failed step. */
    ServerRecovery recovery(LoadedServer server) {
        return new ServerRecovery(server, serviceTime);
    }

    /** Returns a step in the form of {@link CeilingFinder}. */
    HeldLevel heldLevel(Step step, int ceiling) {
        return scenario.work().inFlight().isPresent()
                ? RequestsInFlight.heldLevel(step, ceiling)
                : new HeldLevel(step.target(), step.served(), step.passed());
    }

    /**
     * Returns a failed step for the search of the ceiling, with the number that the server would have answered in time.
     * A short measurement under more load predicts that number. Blocks for it, once in a ramp.
     *
     * @param failure the step with its cause
     */
    HeldLevel failedLevel(Step step, int ceiling, LoadedServer server, FailedStep failure) {
        if (!atOnce() || serviceTime.isEmpty() || !failure.nothingWorseThanRefused() || scenario.instances() > 1) {
            return heldLevel(step, ceiling);
        }
        if (saturated.isEmpty() && !server.mustStop()) {
            empty(server);
            int offered = DiagnosisPlan.saturatingLevel(step.target(), step.served(), scenario.capConnections());
            saturated = Optional.of(new DiagnosisLevels(server).saturated(serviceTime.get(), offered));
        }
        double served = saturated
                .map(level -> level.answerRate().perSecond() * seconds())
                .orElse(0.0);
        // Where the surplus is refused, no request waits for another round.
        int foretold = failure.nothingWorseThanLate() ? foretold(server.ramp()) : (int) Math.round(served);
        int next = DiagnosisPlan.isNearForecast(step.target(), step.served(), foretold)
                ? step.served()
                : DiagnosisPlan.next(step.target(), foretold, served);
        return next > ceiling ? new HeldLevel(step.target(), next, false) : heldLevel(step, ceiling);
    }

    /**
     * Returns the number of requests in flight that the server is expected to answer in time, from a measurement with
     * more than it serves at once; empty if that cannot be predicted. Blocks for the measurement.
     */
    OptionalInt foretell(LoadedServer server) {
        if (!atOnce() || serviceTime.isEmpty() || scenario.instances() > 1) {
            return OptionalInt.empty();
        }
        int cap = cap(server);
        for (int offered : DiagnosisPlan.forecastLevels(seconds(), server.ramp().slo(), cap)) {
            if (server.mustStop()) {
                return OptionalInt.empty();
            }
            saturated = new DiagnosisLevels(server).unlessAllAreServed(serviceTime.get(), offered);
            if (saturated.isPresent()) {
                LoadLevel level = saturated.get();
                int inTime = level.failedRequests().count() == 0
                        ? foretold(server.ramp())
                        : (int) Math.round(level.answerRate().perSecond() * seconds());
                return inTime > 0 ? OptionalInt.of(Math.min(inTime, scenario.capConnections())) : OptionalInt.empty();
            }
        }
        return OptionalInt.empty();
    }

    /** Returns true if more requests were in flight than the server is expected to answer in time. */
    boolean foresaw(Step failed, RampSettings ramp) {
        return saturated.isPresent() && failed.target() > foretold(ramp);
    }

    private boolean atOnce() {
        return scenario.work().inFlight().filter(RequestPace.AT_ONCE::equals).isPresent();
    }

    /**
     * Returns the longest time in which a server works off that many requests; zero if its service time is not known.
     */
    Duration backlog(int requests) {
        return serviceTime
                .map(times -> Duration.ofNanos((long) (1e9 * requests * times.meanSeconds())))
                .orElse(Duration.ZERO);
    }

    private double seconds() {
        return serviceTime.orElseThrow().meanSeconds();
    }

    // Returns how many requests in flight the server is expected to answer in time; 0 if it was not measured.
    private int foretold(RampSettings ramp) {
        return saturated
                .map(level -> DiagnosisPlan.forecastCeiling(level.answerRate().perSecond(), seconds(), ramp.slo()))
                .orElse(0);
    }

    /**
     * Returns what a step that failed may have done to the server.
     *
     * @param failure the step with its cause
     */
    RampState.Harm harm(Step failed, FailedStep failure, RampSettings ramp) {
        if (!failure.nothingWorseThanRefused() || scenario.work().inFlight().isEmpty()) {
            return RampState.Harm.POSSIBLE;
        }
        int foretold = foretold(ramp);
        boolean unexpected = failed.target() <= foretold && failed.served() >= MIN_IN_TIME_SHARE * failed.target();
        return unexpected ? RampState.Harm.NONE_UNEXPECTED : RampState.Harm.NONE;
    }

    /**
     * Loads the server beyond the ceiling and adds the diagnosis to the failure next to it: always for requests in
     * flight, for other requests to an application only if nothing else explains that failure. Blocks for that load.
     */
    void diagnose(RampRecord record, LoadedServer server) {
        int ceiling = record.searchResult().ceiling();
        if (record.failures().isEmpty() || server.mustStop()) {
            return;
        }
        FailedStep deciding = record.failures().get(0);
        if (serviceTime.isEmpty() && isUnexplained(deciding)) {
            serviceTime = new SingleRequests(server).serviceTimeIfAnswered();
        }
        int cap = cap(server);
        int beyond = outstanding(deciding, ceiling);
        List<Integer> levels = DiagnosisPlan.levels(beyond, cap);
        if (serviceTime.isEmpty() || scenario.instances() > 1 || mustBeSpared(deciding)) {
            return;
        }
        if (levels.isEmpty()) {
            record.replaceFirstFailure(deciding.with(deciding.evidence()
                    .serverTraces()
                    .with(Diagnosis.skipped(
                            "the cap, or the server's descriptors, leave no room for load" + " beyond the ceiling"))));
            return;
        }
        try {
            empty(server);
            Optional<LoadLevel> before =
                    saturated.filter(level -> level.answerRate().perSecond() > 0);
            List<Integer> missing = before.map(level -> DiagnosisPlan.missingLevels(
                            levels,
                            beyond,
                            level.offered(),
                            Math.max(
                                    level.answerRate().perSecond() * seconds(),
                                    DiagnosisPlan.servedAtOnce(
                                            beyond, seconds(), server.ramp().slo())),
                            cap))
                    .orElse(levels);
            DiagnosisLevels.DiagnosisOutcome outcome = new DiagnosisLevels(server)
                    .measure(
                            serviceTime.orElseThrow(),
                            missing,
                            missing.size() < levels.size() ? before : Optional.empty());
            Diagnosis diagnosis = measurePaces(outcome.diagnosis(), deciding, server);
            record.replaceFirstFailure(
                    outcome.with(diagnosis.withPassedPerSecond(RateLaw.passedPerSecond(record.steps())))
                            .addTo(deciding));
        } catch (LinkException e) {
            // The ceiling is known: an agent that is lost now does not spoil it.
        }
    }

    // Returns the number of requests in flight beyond which the server is loaded. Held connections are no load: for
    // them it is the largest number of outstanding requests in the failed step.
    private int outstanding(FailedStep failure, int ceiling) {
        if (scenario.work().inFlight().isPresent()) {
            return ceiling;
        }
        long most = Stream.concat(
                        failure.evidence().stepSamples().stream(),
                        Stream.of(failure.step().after()))
                .map(Sample::load)
                .mapToLong(LoadReading::outstanding)
                .max()
                .orElse(0);
        return (int) Math.max(1, Math.min(ceiling, most));
    }

    private static boolean mustBeSpared(FailedStep failure) {
        LimitingFactor factor = failure.attribution().factor();
        return factor != LimitingFactor.UNKNOWN && factor.canHarmServer();
    }

    // Blocks while it sends requests at other paces.
    private Diagnosis measurePaces(Diagnosis diagnosis, FailedStep failure, LoadedServer server) {
        if (failure.with(failure.evidence().serverTraces().with(diagnosis))
                .station()
                .isPresent()) {
            return diagnosis;
        }
        PaceControl control = new PaceControl(server);
        int cap = cap(server);
        Diagnosis known = RateLaw.needsSingleClient(diagnosis)
                ? diagnosis.with(
                        seconds() > RateLaw.LONGEST_SECONDS
                                ? Pacing.withoutSingleClient(RateLaw.tooSlowReason())
                                : control.measureLoneClient())
                : diagnosis;
        int requests = RateLaw.burst(known, cap);
        Diagnosis burst = requests > 0 ? known.with(known.pacing().with(control.burst(requests, seconds()))) : known;
        return RateLaw.of(burst)
                .filter(rate -> RateLaw.calmPerSecond(rate) > 0)
                .map(rate -> burst.with(
                        burst.pacing().with(calm(control, rate, failure.step().target(), cap))))
                .orElse(burst);
    }

    private static Pacing.SlowPace calm(PaceControl control, RateLaw.RateLimit rate, int failed, int cap) {
        double perSecond = RateLaw.calmPerSecond(rate);
        return control.calm(RateLaw.calmConnections(failed, perSecond, cap), perSecond);
    }

    /**
     * Adds the answers at other paces to a failed step of held connections, if the server refused something without a
     * known reason: to a single client, once in a ramp, and to the same number at a slow pace if that level has failed
     * before. Blocks meanwhile, and then restores the connections of the ceiling.
     */
    FailedStep measurePaces(FailedStep failure, int ceiling, LoadedServer server) {
        int target = failure.step().target();
        boolean again = failedBefore == target;
        failedBefore = target;
        boolean held = serviceTime.isEmpty() && scenario.work().repeatsRequests() && scenario.instances() == 1;
        boolean first =
                pacing.singleClient().isEmpty() && pacing.whyNoSingleClient().isEmpty();
        if (!held || !(first || again) || !RateLimits.needsSingleClient(failure) || server.mustStop()) {
            return failure;
        }
        PaceControl control = new PaceControl(server);
        if (first) {
            pacing = control.measureLoneClient();
        }
        Diagnosis diagnosis = Diagnosis.NONE.with(pacing);
        Optional<RateLaw.RateLimit> rate = RateLaw.of(diagnosis);
        if (rate.isPresent()) {
            diagnosis = RateLaw.calmPerSecond(rate.get()) > 0
                    ? diagnosis.with(pacing.with(calm(control, rate.get(), target, cap(server))))
                    : diagnosis;
        } else if (again && RateLaw.calmPerSecond(pacing, target) > 0) {
            diagnosis = diagnosis.with(pacing.with(control.calm(target, RateLaw.calmPerSecond(pacing, target))));
        }
        control.restoreConnections(Math.max(0, ceiling - 1));
        return failure.with(failure.evidence().serverTraces().with(diagnosis));
    }

    private boolean isUnexplained(FailedStep failure) {
        return scenario.application().isPresent()
                && scenario.work().repeatsRequests()
                && failure.nothingWorseThanLate()
                && OF_NO_LIMIT.contains(failure.attribution().factor());
    }

    // Waits until the server has answered all earlier requests, which occupy its threads.
    private void empty(LoadedServer server) {
        boolean ignored = recovery(server).trimAndAwaitRelease(0, true);
    }
}
