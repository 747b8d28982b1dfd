package io.ceiling.harness.container;

import io.ceiling.container.ConnectorSettings;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.Work;
import java.util.List;
import java.util.Optional;

/** A reference without a JVM, which is its own {@link NativeProgram}. It has no channels. */
abstract class NativeReference extends Reference implements NativeProgram {

    @Override
    public final Optional<NativeProgram> program() {
        return Optional.of(this);
    }

    @Override
    public final List<Server> servers() {
        return List.of(new Server(name(), "", false, nonBlocking(), Releases.NONE));
    }

    @Override
    public final long directBytesPerConnection(Scenario scenario) {
        return 0;
    }

    @Override
    public final String smallHeap() {
        return "32m";
    }

    /** Returns true if the length of its listen queue is a setting. */
    boolean hasAcceptCount() {
        return true;
    }

    /** Returns true if the number of its threads is a setting. */
    boolean hasThreads() {
        return true;
    }

    @Override
    final Optional<String> refusesAsWell(ThreadKind threadKind, ConnectorSettings sizes, Work work) {
        if (work.messaging().isPresent()) {
            return Optional.of("workload %s needs channels, which %s does not have here"
                    .formatted(work.workload().label(), name()));
        }
        if (!hasThreads() && sizes.maxThreads().orElse(defaultMaxThreads()) != defaultMaxThreads()) {
            return refused(
                    "threads",
                    Integer.toString(defaultMaxThreads()),
                    sizes.maxThreads().toString());
        }
        return hasAcceptCount() || sizes.acceptCount().isDefault()
                ? Optional.empty()
                : refused("accept-count", "default", sizes.acceptCount().toString());
    }
}
