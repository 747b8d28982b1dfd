package io.ceiling.harness.report.console;

import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.result.Step;
import java.util.List;
import java.util.Optional;

/** Explains a missing heap cost of a scenario whose heap was read. Pure functions. */
final class HeapNote {

    private static final String NOT_MEASURED =
            "    heap per connection not measured: explicit collections are disabled. Hint: remove -XX:+DisableExplicitGC or -XX:+ExplicitGCInvokesConcurrent";

    private HeapNote() {}

    /** Returns the note; empty if a step that passed was read after a collection, or none could be. */
    static Optional<String> of(ScenarioResult result) {
        // Steps are read after a collection only if they passed.
        List<Step> read = result.steps().stream()
                .filter(Step::passed)
                .filter(step -> step.after().server().heapUsedBytes().isSeen())
                .toList();
        boolean none = read.stream().noneMatch(step -> step.after().afterGc());
        return !read.isEmpty() && none && !result.scenario().workload().isRecursive()
                ? Optional.of(NOT_MEASURED)
                : Optional.empty();
    }
}
