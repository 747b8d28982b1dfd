package io.ceiling.harness.run;

import io.ceiling.harness.model.HostReading;
import java.util.Optional;
import java.util.function.Supplier;

/** Why a ramp must not go on although nothing has broken: the host has to keep memory for everything else that it runs. */
final class StopReasons {

    private final Supplier<HostReading> host;
    private final long memoryFloorBytes;

    StopReasons(Supplier<HostReading> host, long memoryFloorBytes) {
        this.host = host;
        this.memoryFloorBytes = memoryFloorBytes;
    }

    /** The reason that holds now; empty if the ramp may go on. Where memory cannot be seen there is no such reason. */
    Optional<String> now() {
        long available = host.get().memoryAvailableBytes();
        return available >= 0 && available < memoryFloorBytes
                ? Optional.of("stopped with %d MiB of memory left on this host, floor %d MiB"
                        .formatted(available >> 20, memoryFloorBytes >> 20))
                : Optional.empty();
    }
}
