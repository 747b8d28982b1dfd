package io.ceiling.load.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.load.report.FailureCause;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureClassifierTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "newSocketStream(..) failed with error(-24): Too many open files | NO_DESCRIPTOR",
                "newSocketStream(..) failed with error(-23): Too many open files in system | NO_DESCRIPTOR",
                "connect(..) failed with error(-99): Cannot assign requested address | NO_LOCAL_PORT",
                "bind(..) failed with error(-98): Address already in use | NO_LOCAL_PORT",
                "finishConnect(..) failed with error(-111): Connection refused | CONNECT_REFUSED",
                "finishConnect(..) failed with error(-110): Connection timed out | CONNECT_TIMEOUT",
                "connect(..) failed with error(-99): in another language | NO_LOCAL_PORT",
                "connect(..) failed with error(-13): Permission denied | OTHER",
                "Too many open files | NO_DESCRIPTOR",
                "Can't assign requested address | NO_LOCAL_PORT",
                "Connection refused | CONNECT_REFUSED",
                "Connection timed out | CONNECT_TIMEOUT",
                "something else | OTHER",
            })
    void tellsConnectErrorsApart(String text, FailureCause cause) {
        assertThat(FailureClassifier.onConnect(new ConnectException(text))).isEqualTo(cause);
    }

    @Test
    void anErrorWithoutTextIsOther() {
        assertThat(FailureClassifier.onConnect(new IOException())).isEqualTo(FailureCause.OTHER);
    }

    @Test
    void aResetMeansClosedBeforeTheAnswerOrWhileHeld() {
        for (IOException error : new IOException[] {
            new IOException("recv(..) failed with error(-104): Connection reset by peer"),
            new IOException("Connection reset"),
            new IOException("Broken pipe"),
            new ClosedChannelException()
        }) {
            assertThat(FailureClassifier.onTransfer(error, false)).isEqualTo(FailureCause.CLOSED_BEFORE_ANSWER);
            assertThat(FailureClassifier.onTransfer(error, true)).isEqualTo(FailureCause.CLOSED_WHILE_HELD);
        }
        assertThat(FailureClassifier.onTransfer(new IOException("No buffer space available"), true))
                .isEqualTo(FailureCause.OTHER);
    }
}
