package io.ceiling.harness.observe.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.harness.observe.ChildJvm;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JmxProbeTest {

    @Test
    void aPortWhereNobodyListensIsToldInWords() throws IOException {
        // Bound, so that nobody else is given it, and nobody listens on it.
        try (Socket bound = new Socket()) {
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String address = "127.0.0.1:" + bound.getLocalPort();

            assertThatThrownBy(() -> JmxProbe.connect(address, 0, false))
                    .isInstanceOf(IOException.class)
                    .hasMessage("cannot connect to JMX at " + address + ": ConnectException: Connection refused");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "service:jmx:rmi:///jndi/rmi://127.0.0.1:1099/jmxrmi",
                "service:jmx:rmi:///jndi/ldap://evil.example/x",
                "service:jmx:rmi://192.0.2.1/stub/rO0ABX",
                "service:jmx:rmi://127.0.0.1.evil.example/stub/rO0ABX",
                "service:jmx:rmi://127.0.0.1/stub/rO0ABX\n/jndi/",
                "service:jmx:iiop://127.0.0.1/stub/rO0ABX",
                ""
            })
    void anAddressThatIsToBeLookedUpIsRefused(String address) {
        assertThatThrownBy(() -> JmxProbe.requireLocalStub(address))
                .isInstanceOf(IOException.class)
                .hasMessage("the JVM answers an address that is not its own agent on loopback");
    }

    @Test
    void theAddressOfAJvmsOwnAgentIsTaken() throws IOException {
        String address = "service:jmx:rmi://127.0.0.1/stub/rO0ABXN9AAAAAQ+/==";

        assertThat(JmxProbe.requireLocalStub(address)).isEqualTo(address);
    }

    @Test
    void aHostThatNobodyKnowsIsToldInWords() {
        assertThatThrownBy(() -> JmxProbe.connect("nowhere.invalid:9010", 0, false))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(
                        "cannot connect to JMX at nowhere.invalid:9010: UnknownHostException: nowhere.invalid");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aJvmThatEndsIsToldByItsReadingsAndNotOnTheScreen() throws IOException, InterruptedException {
        Warnings warnings = new Warnings();
        Logger root = Logger.getLogger("");
        root.addHandler(warnings);
        try (ChildJvm child = ChildJvm.start(0);
                JmxProbe probe = JmxProbe.open(child.pid())) {
            assertThat(probe.whyNoBeans()).isEmpty();
            child.kill();

            assertThat(probe.reading()).isEqualTo(JmxReading.UNSEEN);
            assertThat(warnings.messages).isEmpty();
        } finally {
            root.removeHandler(warnings);
        }
    }

    private static final class Warnings extends Handler {

        private final List<String> messages = new CopyOnWriteArrayList<>();

        @Override
        public void publish(LogRecord warning) {
            if (warning.getLoggerName().startsWith("javax.management.remote")) {
                messages.add(warning.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
