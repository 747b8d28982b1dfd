package io.ceiling.harness.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The core alone, which has no extension beside it. */
class MissingExtensionTest extends CommandLineFixture {

    MissingExtensionTest(@TempDir Path home) throws IOException {
        super(home);
    }

    @ParameterizedTest
    @CsvSource({
        "size --connections=5k, ceiling size, capacity", "node, ceiling node, hosts",
        "climb --container=tomcat, ceiling climb, climb", "rooms, ceiling rooms, rooms",
        "traffic, ceiling traffic, traffic", "compare before latest, ceiling compare, compare",
        "run --hosts=load1=true, --hosts, hosts", "run --aftermath, --aftermath, aftermath",
        "probe http://127.0.0.1:1/ --storm=2s, --storm, aftermath", "run --anatomy, --anatomy, anatomy",
        "probe http://127.0.0.1:1/ --predict, --predict, capacity"
    })
    void isNamedByTheWordThatNeedsIt(String arguments, String word, String extension) {
        assertThat(execute(arguments)).isEqualTo(2);

        assertThat(text(err).strip())
                .isEqualTo(
                        "ceiling: %s needs the extension %s, whose jar is not there. Hint: put ceiling-%s.jar beside ceiling-harness.jar"
                                .formatted(word, extension, extension));
    }

    @Test
    void aReleaseOfAContainerIsRefusedBeforeAServerStarts() {
        assertThat(execute("run --container=tomcat --connector=nio --container-version=11.0.9"))
                .isEqualTo(3);

        assertThat(text(err).strip())
                .isEqualTo(
                        "ceiling: --container-version needs the extension releases, whose jar is not there. Hint: put ceiling-releases.jar beside ceiling-harness.jar");
        assertThat(requests).isEmpty();
    }
}
