package io.ceiling.harness.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code ceiling} in a folder that looks like a checkout, with a java that prints its arguments. */
@EnabledOnOs(OS.LINUX)
class LauncherTest {

    @TempDir
    Path folder;

    @BeforeEach
    void aCheckoutAndAJdk() throws IOException {
        Files.copy(Path.of("..", "ceiling"), folder.resolve("ceiling"));
        Files.createDirectories(folder.resolve("harness/target/app"));
        Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"17.0.15\"\n");
    }

    private List<String> arguments(Map<String, String> environment) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder("/bin/sh", folder.resolve("ceiling").toString(), "run", "--cap=7");
        builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        builder.environment().remove("CEILING_HEAP");
        builder.environment().putAll(environment);
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return printed.lines().toList();
    }

    @Test
    void theHarnessHasALimitOfItsHeapThatTheEnvironmentMayRaise() throws Exception {
        assertThat(arguments(Map.of())).contains("-Xmx1g").endsWith("io.ceiling.harness.main.Main", "run", "--cap=7");
        assertThat(arguments(Map.of("CEILING_HEAP", "3g"))).contains("-Xmx3g").doesNotContain("-Xmx1g");
    }
}
