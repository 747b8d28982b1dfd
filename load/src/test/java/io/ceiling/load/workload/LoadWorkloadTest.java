package io.ceiling.load.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LoadWorkloadTest {

    @ParameterizedTest
    @EnumSource
    void isFoundByItsName(LoadWorkload workload) {
        assertThat(LoadWorkload.named(workload.label())).isEqualTo(workload);
    }

    @Test
    void aNameThatIsNotKnownIsAnErrorThatTellsTheKnownOnes() {
        assertThatThrownBy(() -> LoadWorkload.named("upload"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "workload must be one of keep-alive, hold-blocking, hold-async, websocket, channels, custom,"
                                + " was 'upload'");
    }
}
