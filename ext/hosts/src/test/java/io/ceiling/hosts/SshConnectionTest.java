package io.ceiling.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SshConnectionTest {

    @Test
    void bothAddressesOfSshAreKnown() {
        assertThat(NodeCommand.SshConnection.of("198.18.0.1 50022 198.18.0.2 22"))
                .contains(new NodeCommand.SshConnection("198.18.0.1", "198.18.0.2"));
    }

    @Test
    void anythingElseIsNone() {
        assertThat(NodeCommand.SshConnection.of(null)).isEmpty();
        assertThat(NodeCommand.SshConnection.of("")).isEmpty();
        assertThat(NodeCommand.SshConnection.of("2001:db8::1 50022 2001:db8::2 22"))
                .isEmpty();
        assertThat(NodeCommand.SshConnection.of("load1 50022 load2 22")).isEmpty();
    }
}
