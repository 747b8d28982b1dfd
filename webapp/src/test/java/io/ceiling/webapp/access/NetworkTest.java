package io.ceiling.webapp.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkTest {

    /** Prints the address of each text; its JVM resolves names by a file of its own. */
    static final class Literals {
        public static void main(String[] texts) {
            for (String text : texts) {
                System.out.println(Network.literal(text));
            }
        }
    }

    /** "rebound:1" is no address, but Java looks it up: only what begins with a hexadecimal digit or ':' is none. */
    @Test
    void aNameIsNeverLookedUpWhateverItLooksLike(@TempDir Path folder) throws Exception {
        Path hosts = Files.writeString(
                folder.resolve("hosts"),
                "192.0.2.1 rebound:1 rebound.example zoo: 1.2.3 ge::1\n",
                StandardCharsets.US_ASCII);

        assertThat(literals(hosts, "rebound:1", "rebound.example", "zoo:", "1.2.3", "ge::1", "[rebound:1]"))
                .containsOnly("null");
        assertThat(literals(hosts, "127.0.0.1", "[::1]")).containsExactly("/127.0.0.1", "/0:0:0:0:0:0:0:1");
    }

    private static String[] literals(Path hosts, String... texts) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djdk.net.hosts.file=" + hosts,
                "-cp",
                System.getProperty("java.class.path"),
                Literals.class.getName()));
        command.addAll(List.of(texts));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return out.strip().split("\n");
    }
}
