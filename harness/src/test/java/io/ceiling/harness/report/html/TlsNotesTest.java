package io.ceiling.harness.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.csv.CsvRow;
import java.util.List;
import org.junit.jupiter.api.Test;

class TlsNotesTest {

    private static CsvRow row(String scenario, String handshakes) {
        return Rows.ceiling(
                scenario,
                "used_tls=TLSv1.3 TLS_AES_256_GCM_SHA384 used_tls_key=EC secp256r1 tls_handshakes_per_second="
                        + handshakes);
    }

    @Test
    void tellsTheFastestHandshakesOfEachServer() {
        List<Note> notes = TlsNotes.of(
                List.of(Rows.ceiling("a", "tls_handshakes_per_second="), row("b", "611.4"), row("c", "1204.7")));

        assertThat(notes)
                .containsExactly(
                        new Note(
                                "ceilings",
                                "Tomcat 11.0.25 NIO, TLSv1.3 TLS_AES_256_GCM_SHA384, EC secp256r1: 1 205 full TLS handshakes a second, each with a first answer, of server and load generator together (c)."));
    }

    @Test
    void saysNothingWithoutTls() {
        assertThat(TlsNotes.of(List.of(Rows.ceiling("a")))).isEmpty();
    }
}
