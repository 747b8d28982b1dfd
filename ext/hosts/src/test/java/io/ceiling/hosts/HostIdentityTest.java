package io.ceiling.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HostIdentityTest {

    private static final HostIdentity ONE = new HostIdentity("one", "boot net:[1]");
    private static final HostIdentity OTHER = new HostIdentity("other", "boot net:[2]");

    @Test
    void loopbackIsReachedOnOneHostAlone() {
        assertThat(ONE.reaches("127.0.0.1", new HostIdentity("a container with its network", "boot net:[1]")))
                .isTrue();
        assertThat(ONE.reaches("127.0.0.1", OTHER)).isFalse();
        assertThat(ONE.reaches("198.18.0.1", OTHER)).isTrue();
    }

    @Test
    void thisHostReachesItself() {
        HostIdentity here = HostIdentity.ofThisHost();

        assertThat(here).isEqualTo(HostIdentity.ofThisHost());
        assertThat(here.reaches("127.0.0.1", here)).isTrue();
    }
}
