package io.ceiling.climb;

import io.ceiling.container.RunningSettings;
import io.ceiling.harness.matrix.Change;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.matrix.MatrixHost;
import io.ceiling.harness.matrix.ScenarioFactory;
import io.ceiling.harness.matrix.SourceAddresses;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.scenario.BootJar;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.UserApplication;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.workload.Workloads;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Raises the named limit again and again until one cannot be raised.
 *
 * <p>Notes. A change that did not move the ceiling is kept: two limits may be equally low, and then only both changes
 * together move it. The refuted limit is not raised again before the ceiling has moved; instead the limits named since
 * then and their other candidates are raised. If one of them moves the ceiling, the change that did not is undone at
 * the end: if the ceiling falls, its limit bound as well; if not, it was named wrongly. Immutable.
 */
final class Staircase implements ClimbPlan {

    private final Map<Dimension, String> start;
    private final MatrixHost matrixHost;
    private final ClimbBounds bounds;
    private final Reliefs reliefs;
    private final boolean controlled;
    private final Optional<UserApplication> application;

    /**
     * Creates the plan of one climb.
     *
     * @param start values of the settings that differ from the defaults
     * @param controlled true to control each raise that moved the ceiling
     * @param application application that takes the place of the workload; empty for the workload
     */
    public Staircase(
            Map<Dimension, String> start,
            MatrixHost matrixHost,
            ClimbBounds bounds,
            boolean controlled,
            Optional<UserApplication> application) {
        this.application = application;
        this.start = new EnumMap<>(start);
        this.matrixHost = matrixHost;
        this.bounds = bounds;
        this.reliefs = new Reliefs(bounds);
        this.controlled = controlled;
    }

    /** Creates the plan of one climb of a server with this project's web application. */
    public Staircase(Map<Dimension, String> start, MatrixHost matrixHost, ClimbBounds bounds, boolean controlled) {
        this(start, matrixHost, bounds, controlled, Optional.empty());
    }

    @Override
    public String name() {
        Scenario scenario = scenario(start, List.of());
        return "%s %s %s %s"
                .formatted(
                        scenario.container(),
                        scenario.connector().label(),
                        scenario.threadKind().label(),
                        scenario.workload().label());
    }

    @Override
    public List<Scenario> knownScenarios() {
        return List.of(scenario(start, List.of()));
    }

    @Override
    public ClimbMove next(List<ClimbStep> steps) {
        if (steps.isEmpty()) {
            return new ClimbMove.Measure(scenario(start, List.of()), Trial.START);
        }
        if (controlled) {
            Optional<ClimbMove> control = control(steps);
            if (control.isPresent()) {
                return control.get();
            }
        }
        List<ClimbStep> upwards = steps.stream()
                .filter(step -> !step.isRestoration() && !step.isControl())
                .toList();
        ClimbMove move = nextRaise(upwards);
        return move instanceof ClimbMove.End ? restoreUnmoved(upwards, steps).orElse(move) : move;
    }

    // Returns the next control of the last raise; empty if it did not move the ceiling, or all of them have run.
    private Optional<ClimbMove> control(List<ClimbStep> steps) {
        int last = steps.size() - 1;
        while (steps.get(last).isControl()) {
            last--;
        }
        ClimbStep raise = steps.get(last);
        List<ClimbStep> before = steps.subList(0, last).stream()
                .filter(step -> !step.isRestoration() && !step.isControl())
                .toList();
        if (raise.proof() != Proof.CURED || before.isEmpty()) {
            return Optional.empty();
        }
        List<Trial> controls = new Controls(reliefs).of(before.get(before.size() - 1), raise, changedSettings(before));
        return controls.stream().skip(steps.size() - 1L - last).findFirst().map(trial -> {
            Change change = trial.change().orElseThrow();
            Map<Dimension, String> values = values(before);
            apply(values, change);
            return new ClimbMove.Measure(
                    repeated(scenario(values, changes(before)), steps),
                    trial,
                    List.of(),
                    sourceAddresses(before, change));
        });
    }

    private ClimbMove nextRaise(List<ClimbStep> steps) {
        ClimbStep last = steps.get(steps.size() - 1);
        RunningSettings running = last.result().running();
        Verdict verdict = last.result().verdict();
        if (running == null || relievable(verdict).isEmpty()) {
            return new ClimbMove.End(verdict.summary());
        }
        List<ClimbStep> unmoved = sinceLastMove(steps);
        Set<LimitingFactor> refuted = refuted(unmoved);
        List<String> exhausted = new ArrayList<>();
        for (LimitingFactor candidate : candidates(unmoved, refuted)) {
            Relief relief = reliefs.of(candidate, last.result(), running, changedSettings(steps));
            if (relief instanceof Relief.Possible possible) {
                return measure(steps, candidate, possible);
            }
            exhausted.add(((Relief.Exhausted) relief).reason());
            if (refuted.isEmpty()) {
                // Nothing was refuted, so the named limit decides; the other candidates did not stop the climb.
                break;
            }
        }
        return new ClimbMove.End(why(refuted, exhausted));
    }

    // Returns the limit that could be raised: a limit of the server, or that of the agents' local ports, which more
    // addresses raise.
    private static Optional<LimitingFactor> relievable(Verdict verdict) {
        if (verdict instanceof Verdict.Reached reached) {
            return Optional.of(reached.factor());
        }
        return verdict instanceof Verdict.Invalid invalid && invalid.factor() == LimitingFactor.LOAD_EPHEMERAL_PORTS
                ? Optional.of(invalid.factor())
                : Optional.empty();
    }

    // Undoes the first change that did not move the ceiling although a later one did, unless it was undone before.
    private Optional<ClimbMove> restoreUnmoved(List<ClimbStep> upwards, List<ClimbStep> all) {
        if (!(upwards.get(upwards.size() - 1).result().verdict() instanceof Verdict.Reached)) {
            return Optional.empty();
        }
        Map<Dimension, String> values = values(upwards);
        int lastRise = upwards.stream()
                .filter(step -> step.proof() == Proof.CURED)
                .mapToInt(ClimbStep::number)
                .max()
                .orElse(0);
        Set<String> putBack = all.stream()
                .filter(ClimbStep::isRestoration)
                .flatMap(step -> step.trial().change().stream())
                .map(Change::setting)
                .collect(Collectors.toSet());
        return upwards.stream()
                .filter(step -> step.proof() == Proof.REFUTED && step.number() < lastRise)
                .map(ClimbStep::trial)
                .filter(trial -> trial.change()
                        .filter(change -> isOfScenario(change)
                                && !putBack.contains(change.setting())
                                && change.to().equals(values.get(Dimension.of(change.setting()))))
                        .isPresent())
                .findFirst()
                .map(trial -> putBack(trial, values, all));
    }

    private ClimbMove putBack(Trial trial, Map<Dimension, String> values, List<ClimbStep> steps) {
        Change change = trial.change().orElseThrow();
        Change back = new Change(change.setting(), change.to(), change.from());
        apply(values, back);
        return new ClimbMove.Measure(
                repeated(scenario(values, changes(steps)), steps),
                new Trial(Optional.of(back), trial.testedLimit(), Prediction.FALLS, Optional.empty()),
                List.of(),
                sourceAddresses(steps, back));
    }

    private static String why(Set<LimitingFactor> refuted, List<String> exhausted) {
        String reasons = String.join("; ", exhausted);
        if (refuted.isEmpty()) {
            return exhausted.isEmpty() ? "no limit could be named" : reasons;
        }
        return exhausted.isEmpty()
                ? "no candidate is left after %s".formatted(refuted(refuted))
                : "%s; %s".formatted(refuted(refuted), reasons);
    }

    private ClimbMove measure(List<ClimbStep> steps, LimitingFactor candidate, Relief.Possible relief) {
        Map<Dimension, String> values = values(steps);
        apply(values, relief.change());
        Trial trial =
                new Trial(Optional.of(relief.change()), Optional.of(candidate), relief.prediction(), Optional.empty());
        Scenario scenario = scenario(
                values,
                Stream.concat(changes(steps).stream(), Stream.of(relief.change()))
                        .toList());
        return new ClimbMove.Measure(
                repeated(scenario, steps), trial, relief.sysctls(), sourceAddresses(steps, relief.change()));
    }

    // Returns the scenario as another fork if the same settings were measured before, on another kernel setting or with
    // another property of the application.
    private static Scenario repeated(Scenario scenario, List<ClimbStep> steps) {
        long times = steps.stream()
                .map(step -> step.result().scenario().withFork(1))
                .filter(before -> before.name().equals(scenario.name()))
                .count();
        return scenario.withFork(1 + (int) times);
    }

    private static OptionalInt sourceAddresses(List<ClimbStep> steps, Change now) {
        return Stream.concat(steps.stream().flatMap(step -> step.trial().change().stream()), Stream.of(now))
                .filter(change -> change.setting().equals(SourceAddresses.SETTING))
                .mapToInt(change -> Integer.parseInt(change.to()))
                .findFirst();
    }

    private static Set<String> changedSettings(List<ClimbStep> steps) {
        return steps.stream()
                .flatMap(step -> step.trial().change().stream())
                .map(Change::setting)
                .collect(Collectors.toSet());
    }

    private static String refuted(Set<LimitingFactor> factors) {
        return "%s did not move the ceiling"
                .formatted(String.join(
                        ", ", factors.stream().map(LimitingFactor::label).toList()));
    }

    // Returns the steps since the ceiling last moved, oldest first.
    private static List<ClimbStep> sinceLastMove(List<ClimbStep> steps) {
        int from = steps.size() - 1;
        while (from > 0 && steps.get(from).proof() == Proof.REFUTED) {
            from--;
        }
        return steps.subList(from, steps.size());
    }

    private static Set<LimitingFactor> refuted(List<ClimbStep> unmoved) {
        Set<LimitingFactor> refuted = EnumSet.noneOf(LimitingFactor.class);
        unmoved.stream()
                .filter(step -> step.proof() == Proof.REFUTED)
                .forEach(step -> step.trial().testedLimit().ifPresent(refuted::add));
        return refuted;
    }

    // Returns the limit that the newest step named, its other candidates, then those of the steps before.
    private static Set<LimitingFactor> candidates(List<ClimbStep> unmoved, Set<LimitingFactor> refuted) {
        Set<LimitingFactor> candidates = new LinkedHashSet<>();
        for (int i = unmoved.size() - 1; i >= 0; i--) {
            Verdict verdict = unmoved.get(i).result().verdict();
            relievable(verdict).ifPresent(candidates::add);
            if (verdict instanceof Verdict.Reached reached) {
                reached.next().forEach(limit -> candidates.add(limit.factor()));
            }
        }
        candidates.remove(LimitingFactor.UNKNOWN);
        candidates.removeAll(refuted);
        return candidates;
    }

    private Map<Dimension, String> values(List<ClimbStep> steps) {
        Map<Dimension, String> values = new EnumMap<>(start);
        steps.forEach(step -> step.trial().change().ifPresent(change -> apply(values, change)));
        return values;
    }

    private static void apply(Map<Dimension, String> values, Change change) {
        if (isOfScenario(change)) {
            values.put(Dimension.of(change.setting()), change.to());
        }
    }

    private static boolean isOfScenario(Change change) {
        return !change.isKernelSetting()
                && !change.isApplicationProperty()
                && !change.setting().equals(SourceAddresses.SETTING);
    }

    private static List<Change> changes(List<ClimbStep> steps) {
        return steps.stream().flatMap(step -> step.trial().change().stream()).toList();
    }

    private Scenario scenario(Map<Dimension, String> values, List<Change> changes) {
        Scenario scenario = ScenarioFactory.of(values, matrixHost, OptionalInt.of(bounds.capConnections()));
        return application
                .map(own -> with(own, changes))
                .map(own -> scenario.with(Work.of(Workloads.CUSTOM, own)))
                .orElse(scenario);
    }

    private static UserApplication with(UserApplication own, List<Change> changes) {
        BootJar jar = own.jar().orElse(null);
        for (Change change : changes) {
            if (jar != null && change.isApplicationProperty()) {
                jar = jar.with(change.setting(), change.to());
            }
        }
        return new UserApplication(own.war(), Optional.ofNullable(jar), own.request());
    }
}
