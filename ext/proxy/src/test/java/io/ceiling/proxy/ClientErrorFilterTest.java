package io.ceiling.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.scenario.Target;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whom a line of an error log concerns. */
class ClientErrorFilterTest {

    private static final String LIMITED =
            "2026/11/24 20:00:00 [error] 813#813: *9 limiting requests, excess: 20.5 by zone \"z\", ";
    private static final ClientErrorFilter OURS = ClientErrorFilter.of(endpoint());

    private static Target.Endpoint endpoint(String... headers) {
        return new Target.Endpoint("localhost", "127.0.0.1", 8080, "", false, false, List.of(headers));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "client: 127.0.0.3, server: shop.example, request: \"GET / HTTP/1.1\", host: \"localhost:8080\"",
                "client: ::1, server: , request: \"GET / HTTP/1.1\", host: \"localhost\"",
                "client: unix:, server: shop.example",
                "[client 127.0.0.1:4711] AH00161: server reached MaxRequestWorkers",
            })
    void aLineOfALoadAgentCounts(String line) {
        assertThat(OURS.isOfClients(LIMITED + line)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "client: 203.0.113.9, server: other.example, request: \"GET / HTTP/1.1\", host: \"localhost:8080\"",
                "client: 127.0.0.1, server: other.example, request: \"GET / HTTP/1.1\", host: \"other.example\"",
                "client: 2001:db8::9, server: shop.example",
                "[client 198.51.100.7:4711] AH01630: client denied",
            })
    void aLineOfAnotherClientOrHostDoesNot(String line) {
        assertThat(OURS.isOfClients(LIMITED + line)).isFalse();
    }

    @Test
    void whereTheUserSendsAnotherHostAnyMayBeOurs() {
        ClientErrorFilter other = ClientErrorFilter.of(endpoint("host: shop.example"));

        assertThat(other.isOfClients(LIMITED + "client: 127.0.0.1, server: x, host: \"shop.example\""))
                .isTrue();
    }

    @Property
    void aLineWithoutClientAndHostCounts(@ForAll String text) {
        String line = text.replace("client", "").replace("host", "");

        assertThat(OURS.isOfClients(line)).isTrue();
    }
}
