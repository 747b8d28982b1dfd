package io.ceiling.it.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("side-by-side")
class PackagedWarIT {

    private static final Path WAR = Path.of("..", "webapp", "target", "ceiling-javax.war");

    /** Otherwise two builds of one commit would differ. */
    @Test
    void noFileOfTheTransformedWarHasTheTimeOfItsBuild() throws IOException {
        Set<LocalDateTime> times = new HashSet<>();
        try (InputStream war = Files.newInputStream(WAR)) {
            addTimes(war, times);
        }

        assertThat(times).hasSize(1);
    }

    private static void addTimes(InputStream archive, Set<LocalDateTime> times) throws IOException {
        ZipInputStream zip = new ZipInputStream(archive);
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            times.add(entry.getTimeLocal());
            if (entry.getName().endsWith(".jar")) {
                addTimes(zip, times);
            }
        }
    }
}
