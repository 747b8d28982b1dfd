package io.ceiling.capacity.size;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.matrix.Preset;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.run.RunRequest;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SizeRunnerTest {

    @Test
    void anEarlierRunThatDoesNotTellLeavesNoFolder(@TempDir Path home) throws Exception {
        Path results = home.resolve("results");
        RunRequest run = new RunRequest(
                RunRequest.Folders.of(home, results, "size"),
                List.of(Sizings.tomcat()),
                Preset.QUICK.ramp(1),
                List.of("size"));
        SizeRequest request = new SizeRequest(
                run,
                new SizingGoal(5_000, OptionalLong.empty(), OptionalDouble.empty(), OptionalLong.empty()),
                List.of(Sizings.tomcat()),
                Optional.of(Path.of("..", "..", "results", "reference", "quick-tomcat")),
                false);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);

        int exitCode = new SizeRunner(Run.onThisHost(run, List.of(), printed, false)).run(request);

        assertThat(exitCode).isEqualTo(ExitCode.COULD_NOT_RUN);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .startsWith("not measured: ")
                .contains("at least 4 levels");
        assertThat(results).doesNotExist();
    }
}
