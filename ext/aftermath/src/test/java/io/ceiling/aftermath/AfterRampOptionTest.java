package io.ceiling.aftermath;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.engine.AfterRow;
import io.ceiling.harness.main.CommandLineFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AfterRampOptionTest extends CommandLineFixture {

    AfterRampOptionTest(@TempDir Path home) throws IOException {
        super(home);
    }

    @Test
    void runPassesWhatIsWantedOn() {
        assertThat(execute("run --container=jetty --aftermath --storm=0 --storm-connections=300"))
                .as(text(err))
                .isZero();

        assertThat(requests.get(0).extras(AfterRow.class))
                .containsExactly(new CeilingTests(true, Optional.of(Duration.ZERO), OptionalInt.of(300)));
    }

    @Test
    void nothingIsTriedUnlessItIsWanted() {
        assertThat(execute("run --container=jetty")).as(text(err)).isZero();

        assertThat(requests.get(0).extras(AfterRow.class)).isEmpty();
    }
}
