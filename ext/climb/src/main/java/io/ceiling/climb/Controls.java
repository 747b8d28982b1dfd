package io.ceiling.climb;

import io.ceiling.container.RunningSettings;
import io.ceiling.harness.matrix.Change;
import io.ceiling.harness.matrix.SourceAddresses;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.scenario.LimitingFactor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.DoubleStream;

/**
 * Plans the controls of a raise that moved the ceiling, each from the settings before that raise: a limit that was not
 * named is raised, and the named one is raised by less, twice. Pure functions.
 */
final class Controls {

    // Limits to raise although they were not named: the first one that can be raised.
    private static final List<LimitingFactor> OTHERS = List.of(
            LimitingFactor.SERVER_FILE_DESCRIPTORS,
            LimitingFactor.SERVER_MAX_CONNECTIONS,
            LimitingFactor.SERVER_THREADS,
            LimitingFactor.SERVER_HEAP,
            LimitingFactor.ACCEPT_QUEUE);

    // Share of a rise up to another limit within which the named one still binds.
    private static final double WITHIN_THE_RISE = 0.9;

    private static final double SMALL_DOSE = 1.5;
    private static final double LARGE_DOSE = 3;
    private static final double MIN_DOSE = 1.2;

    private final Reliefs reliefs;

    Controls(Reliefs reliefs) {
        this.reliefs = reliefs;
    }

    /**
     * Returns the controls of a raise in their order; none if the step raised no setting of the scenario.
     *
     * @param before step before the raise
     * @param changedSettings settings that steps of this climb have changed
     */
    List<Trial> of(ClimbStep before, ClimbStep raise, Set<String> changedSettings) {
        Optional<Change> change = raise.trial().change();
        Optional<LimitingFactor> tested = raise.trial().testedLimit();
        RunningSettings running = before.result().running();
        if (change.isEmpty()
                || tested.isEmpty()
                || running == null
                || change.get().isKernelSetting()
                || change.get().isApplicationProperty()
                || change.get().setting().equals(SourceAddresses.SETTING)) {
            return List.of();
        }
        List<Trial> controls = new ArrayList<>();
        otherLimit(before, running, change.get(), tested.get(), changedSettings)
                .map(other -> new Trial(
                        Optional.of(other), tested, Prediction.STAYS, Optional.empty(), Trial.Role.OTHER_LIMIT))
                .ifPresent(controls::add);
        doses(before, raise, change.get()).forEach(controls::add);
        return List.copyOf(controls);
    }

    private Optional<Change> otherLimit(
            ClimbStep before,
            RunningSettings running,
            Change raised,
            LimitingFactor tested,
            Set<String> changedSettings) {
        Verdict verdict = before.result().verdict();
        Set<LimitingFactor> near = verdict instanceof Verdict.Reached reached
                ? Set.copyOf(reached.next().stream().map(next -> next.factor()).toList())
                : Set.of();
        return OTHERS.stream()
                // A limit that is close may bind as well; raising it then proves nothing.
                .filter(factor -> factor != tested && !near.contains(factor))
                .map(factor -> reliefs.of(factor, before.result(), running, changedSettings))
                .filter(Relief.Possible.class::isInstance)
                .map(relief -> ((Relief.Possible) relief).change())
                .filter(change -> !change.isKernelSetting() && !change.setting().equals(raised.setting()))
                .findFirst();
    }

    private static List<Trial> doses(ClimbStep before, ClimbStep raise, Change change) {
        Optional<Double> from = Amounts.of(change.setting(), change.from());
        Optional<Double> to = Amounts.of(change.setting(), change.to());
        int held = before.result().verdict().passed().orElse(0);
        int after = raise.result().verdict().passed().orElse(0);
        if (from.isEmpty() || to.isEmpty() || held < 1) {
            return List.of();
        }
        boolean boundAgain = raise.result().verdict() instanceof Verdict.Reached reached
                && raise.trial().testedLimit().equals(Optional.of(reached.factor()));
        double most =
                boundAgain ? to.get() / from.get() : Math.min(to.get() / from.get(), WITHIN_THE_RISE * after / held);
        DoubleStream doses = most >= LARGE_DOSE
                ? DoubleStream.of(SMALL_DOSE, LARGE_DOSE)
                : most >= MIN_DOSE ? DoubleStream.of(1 + (most - 1) / 2, most) : DoubleStream.empty();
        return doses.mapToObj(dose -> new Trial(
                        Optional.of(new Change(
                                change.setting(), change.from(), Amounts.text(change.setting(), dose * from.get()))),
                        raise.trial().testedLimit(),
                        MeasuredRise.of(
                                raise.trial().testedLimit().orElse(LimitingFactor.UNKNOWN),
                                before.result(),
                                Math.round(from.get()),
                                Math.round(dose * from.get())),
                        Optional.empty(),
                        Trial.Role.DOSE))
                .toList();
    }
}
