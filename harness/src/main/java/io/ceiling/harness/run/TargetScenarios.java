package io.ceiling.harness.run;

import io.ceiling.container.Connector;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.model.OwnApplication;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.ServerReading;
import io.ceiling.harness.model.Target;
import io.ceiling.harness.model.Workload;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Scenarios of a server that is there already, with the settings that it tells; a pure function. */
final class TargetScenarios {

    /** The web application's own cap of a recursion. */
    private static final int MAX_LEVELS = 100_000;

    /** Of the load agent itself. */
    private static final int SPARE_DESCRIPTORS = 500;

    private TargetScenarios() {}

    /**
     * In the order in which they run: as they are given, but what may spoil the others last.
     *
     * @param target with what can be seen of it
     * @param reading of the idle server
     * @param ownDescriptors that a process of this host may have; < 0 for any number
     */
    static List<Scenario> of(ProbeRequest request, Target target, ServerReading reading, long ownDescriptors) {
        int cap = request.maxConnections().orElse(cap(reading, ownDescriptors));
        return request.custom().isPresent()
                ? List.of(scenario(request, target, reading, Workload.CUSTOM, cap))
                : request.workloads().stream()
                        .sorted(Comparator.comparingInt(TargetScenarios::remains))
                        .map(workload -> scenario(request, target, reading, workload, cap))
                        .toList();
    }

    /** Responses that are held may stay in a server that is full: whatever comes after them would find it so. */
    private static int remains(Workload workload) {
        return switch (workload) {
            case HOLD_BLOCKING -> 2;
            case HOLD_ASYNC -> 1;
            default -> 0;
        };
    }

    /** More than the server's descriptors, or those of a load agent, can hold is not to be had. */
    private static int cap(ServerReading reading, long ownDescriptors) {
        long own = ownDescriptors < 0 ? 1_000_000 : Math.max(1, ownDescriptors - SPARE_DESCRIPTORS);
        return (int) (reading.maxDescriptors() > 0 ? Math.min(own, reading.maxDescriptors()) : own);
    }

    private static Scenario scenario(
            ProbeRequest request, Target target, ServerReading reading, Workload workload, int cap) {
        int clients = request.maxConnections().isPresent() && workload.isControlled() ? cap - 1 : cap;
        boolean countsUnseen = reading.recursionLevelsNow() < 0;
        int most = workload.isRecursive()
                ? Math.min(clients, MAX_LEVELS)
                : workload.subscribes() && countsUnseen
                        ? Math.min(clients, request.ramp().publishing().identifiers())
                        : clients;
        return new Scenario(
                target.container(),
                target.connector().equals("bio") ? Connector.BIO : Connector.NIO,
                ThreadKind.PLATFORM,
                workload,
                seen(reading.maxThreads()),
                OptionalInt.empty(),
                OptionalInt.empty(),
                seen((int) reading.maxConnections()),
                OptionalInt.empty(),
                Math.max(0, reading.heapMaxBytes()),
                OptionalLong.empty(),
                OptionalLong.empty(),
                "",
                (int) Math.max(0, reading.maxDescriptors()),
                1,
                request.jdk(),
                "",
                most,
                1,
                workload.subscribes() ? Optional.of(request.messaging()) : Optional.empty(),
                request.custom().map(custom -> new OwnApplication(Optional.empty(), custom)),
                Optional.of(target));
    }

    private static OptionalInt seen(int value) {
        return value < 0 ? OptionalInt.empty() : OptionalInt.of(value);
    }
}
