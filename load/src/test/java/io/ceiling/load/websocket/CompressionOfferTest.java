package io.ceiling.load.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Compression;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompressionOfferTest {

    @Test
    void offersWhatTheJdkCanKeep() {
        assertThat(CompressionOffer.header(Compression.NONE)).isEmpty();
        assertThat(CompressionOffer.header(Compression.TAKEOVER))
                .isEqualTo("Sec-WebSocket-Extensions: permessage-deflate\r\n");
        assertThat(CompressionOffer.header(Compression.NO_TAKEOVER))
                .isEqualTo(
                        "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover; client_no_context_takeover\r\n");
    }

    @ParameterizedTest
    @CsvSource({
        "NONE, ''",
        "TAKEOVER, permessage-deflate",
        "TAKEOVER, Permessage-Deflate",
        "TAKEOVER, permessage-deflate; client_no_context_takeover",
        "TAKEOVER, permessage-deflate;server_max_window_bits=15",
        "TAKEOVER, 'permessage-deflate; server_max_window_bits=\"9\"'",
        "NO_TAKEOVER, permessage-deflate; server_no_context_takeover",
        "NO_TAKEOVER, permessage-deflate; server_no_context_takeover; client_no_context_takeover",
    })
    void acceptsWhatWasOffered(Compression offered, String answer) {
        assertThatCode(() -> CompressionOffer.check(offered, answer)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "NONE, permessage-deflate",
        "TAKEOVER, ''",
        "TAKEOVER, x-webkit-deflate-frame",
        "TAKEOVER, permessage-deflate; server_no_context_takeover",
        "TAKEOVER, permessage-deflate; client_max_window_bits=10",
        "TAKEOVER, permessage-deflate; server_max_window_bits=7",
        "TAKEOVER, permessage-deflate; server_max_window_bits=16",
        "TAKEOVER, permessage-deflate; unknown",
        "TAKEOVER, 'permessage-deflate, permessage-deflate'",
        "NO_TAKEOVER, permessage-deflate",
        "NO_TAKEOVER, permessage-deflate; client_no_context_takeover",
    })
    void refusesAnythingElse(Compression offered, String answer) {
        assertThatThrownBy(() -> CompressionOffer.check(offered, answer))
                .isInstanceOf(AnswerException.class)
                .hasMessageStartingWith("Sec-WebSocket-Extensions is '" + answer + "', ");
    }
}
