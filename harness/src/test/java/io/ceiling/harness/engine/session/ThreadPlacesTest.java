package io.ceiling.harness.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.observe.ServerProbe;
import io.ceiling.harness.result.LogFinding;
import io.ceiling.harness.scenario.LimitingFactor;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ThreadPlacesTest {

    @Test
    @EnabledOnOs(OS.LINUX)
    void theKernelTellsWhereThreadsSleepOfAServerThatMustNotBeDumped() {
        LogFinding heap =
                new LogFinding(LimitingFactor.SERVER_HEAP, 1, "java.lang.OutOfMemoryError: Java heap space", 40, -1);
        try (ServerProbe thisProcess =
                ServerProbe.ofProgram(ProcessHandle.current().pid(), InetAddress.getLoopbackAddress(), 1)) {
            ThreadPlaces.ThreadSnapshot look = ThreadPlaces.read(thisProcess, List.of(heap), 1);

            assertThat(look.pools().notSeen()).isEqualTo("no thread dump of a server whose log names server-heap");
            assertThat(look.crowd().isSeen()).isTrue();
            assertThat(look.crowd().ofKernel()).isTrue();
            assertThat(look.crowd().groups()).isNotEmpty();
        }
    }
}
