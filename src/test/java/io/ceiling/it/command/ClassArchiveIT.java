package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers and load agents start from archives of their classes, which the JVM maps only if it accepts them. */
@Tag("side-by-side")
class ClassArchiveIT {

    @TempDir
    Path folder;

    @Test
    void serverAndAgentsMapTheirArchives() throws Exception {
        CeilingProcess ceiling = CeilingProcess.start(
                folder,
                List.of(),
                Words.of(
                        "run --results=%s --container=tomcat --connector=nio --thread-kind=platform "
                                + "--workload=hold-async --cap=100 --hold=2s --threads=default --buffer=default",
                        folder.resolve("results")));
        Awaiting.until(
                "connections that are held",
                Duration.ofSeconds(60),
                () -> CeilingProcess.linesOfSamples(folder.resolve("results")) > 3);

        assertThat(ceiling.children()).hasSizeGreaterThanOrEqualTo(2).allSatisfy(child -> assertThat(maps(child))
                .matches("(?s).*/class-data/jdk[^/\n]*\\.jsa.*"));

        ceiling.signal("TERM");
        ceiling.exitCode();
    }

    private static String maps(ProcessHandle process) throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(process.pid()), "maps"));
    }
}
