package io.ceiling.harness.container;

import io.ceiling.container.ConnectorSettings;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.scenario.Work;
import java.util.List;
import java.util.Optional;

/** A reference without a JVM, which is its own {@link NativeProgram}. */
abstract class NativeReference extends Reference implements NativeProgram {

    @Override
    public final Optional<NativeProgram> nativeProgram() {
        return Optional.of(this);
    }

    @Override
    public final List<ServerProgram> serverPrograms() {
        return List.of(new ServerProgram(name(), "", false, nonBlocking(), Releases.NONE));
    }

    @Override
    public final String smallHeap() {
        return "32m";
    }

    /** Returns true if the length of its listen queue is a setting. */
    boolean hasAcceptCount() {
        return true;
    }

    @Override
    final Optional<String> ownRefusal(ThreadKind threadKind, ConnectorSettings sizes, Work work) {
        if (work.messaging().isPresent() && processes(sizes) > 1) {
            return Optional.of(
                    "workload %s needs one process with container %s, was --threads=%s: workers do not know each other's channels"
                            .formatted(work.workload().label(), name(), sizes.maxThreads()));
        }
        return hasAcceptCount() || sizes.acceptCount().isDefault()
                ? Optional.empty()
                : refusalMessage("accept-count", "default", sizes.acceptCount().toString());
    }
}
