package io.ceiling.harness.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JvmVariablesTest {

    @Test
    void aServerInheritsNoOptionsOfThisJvm() {
        Map<String, String> environment = new HashMap<>(Map.of(
                "JDK_JAVA_OPTIONS", "-Xmx8g",
                "JAVA_TOOL_OPTIONS", "-Djavax.net.ssl.trustStore=/store",
                "_JAVA_OPTIONS", "-Xss1m",
                "SPRING_PROFILES_ACTIVE", "load"));

        JvmVariables.removeFrom(environment);

        assertThat(environment).containsOnly(Map.entry("SPRING_PROFILES_ACTIVE", "load"));
    }

    @Test
    void aLoadAgentKeepsTheCertificatesThatItTrustsAndNothingElse() {
        Map<String, String> environment = new HashMap<>(Map.of(
                "JDK_JAVA_OPTIONS",
                        "-Xmx8g \"-Djavax.net.ssl.trustStore=/my store\" -Djavax.net.ssl.trustStorePassword='a b' -Dx=y",
                "JAVA_TOOL_OPTIONS", "-Xmx4g",
                "PATH", "/bin"));

        JvmVariables.keepTrustIn(environment);

        assertThat(environment)
                .containsOnly(
                        Map.entry(
                                "JDK_JAVA_OPTIONS",
                                "\"-Djavax.net.ssl.trustStore=/my store\" -Djavax.net.ssl.trustStorePassword='a b'"),
                        Map.entry("PATH", "/bin"));
    }
}
