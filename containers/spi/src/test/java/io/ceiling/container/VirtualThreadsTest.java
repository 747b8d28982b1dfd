package io.ceiling.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

class VirtualThreadsTest {

    @Test
    void tellsPlatformThreadsByRunningOne() throws InterruptedException {
        assertThat(VirtualThreads.kindOf(task -> new Thread(task).start())).isEqualTo(ThreadKind.PLATFORM);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void tellsVirtualThreadsByRunningOne() throws InterruptedException {
        assertThat(VirtualThreads.kindOf(VirtualThreads.newExecutor())).isEqualTo(ThreadKind.VIRTUAL);
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void hasNoVirtualThreadsBeforeJdk21() {
        assertThatIllegalStateException().isThrownBy(VirtualThreads::newExecutor);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VirtualThreads.requireSupported(ThreadKind.VIRTUAL))
                .withMessageMatching("thread kind virtual needs JDK 21 or newer, this is JDK \\d+");
    }

    @Test
    void acceptsPlatformThreadsOnEveryJdk() {
        assertThatCode(() -> VirtualThreads.requireJdk(ThreadKind.PLATFORM, 999, ""))
                .doesNotThrowAnyException();
    }

    @Test
    void rejectsVirtualThreadsOnJdkThatIsTooOldForTheConnector() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VirtualThreads.requireJdk(ThreadKind.VIRTUAL, 999, " with connector bio"))
                .withMessageStartingWith("thread kind virtual needs JDK 999 or newer with connector bio, this is JDK ");
    }
}
