package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ceiling.it.fixture.JavaHomes;
import io.ceiling.it.fixture.SelfSigned;
import io.ceiling.it.fixture.StockConfig;
import io.ceiling.it.fixture.StockKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files that {@code ./ceiling size} prints, read by the programs that they are for. ConfigFormatTest holds the golden files to what is printed. */
@Tag("all")
@Tag("side-by-side")
class SizedFilesIT {

    private static final Path GOLDEN =
            Path.of(System.getProperty("ceiling.root", "."), "ext/capacity/src/test/resources/golden/size");

    @TempDir
    Path folder;

    private static String golden(String file) throws IOException {
        return Files.readString(GOLDEN.resolve(file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tomcat-server.xml", "hold-async-server.xml", "tls-server.xml"})
    void tomcatKnowsEveryAttributeOfItsConnector(String file) throws Exception {
        Path store = SelfSigned.store(folder);
        String connector = golden(file)
                .replaceFirst("port=\"\\d+\"", "port=\"0\"")
                .replace("conf/keystore.p12", store.toString())
                .replace("PASSWORD", SelfSigned.PASSWORD);

        String said = StockConfig.ofTomcat(StockKind.TOMCAT_11, JavaHomes.running(), folder.resolve("base"), connector);

        assertThat(said)
                .contains("Initializing ProtocolHandler", "Server initialization in")
                .doesNotContain("failed to set property", "WARNING", "SEVERE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jetty-start.ini", "hold-async-start.ini"})
    void jettyKnowsEveryModuleAndPropertyOfItsFile(String file) throws Exception {
        List<String> ini = golden(file).lines().toList();

        String said = StockConfig.ofJetty(StockKind.JETTY_EE11, JavaHomes.running(), folder, ini);

        assertThat(said).doesNotContain("ERROR", "WARN");
        for (String line : ini) {
            if (!line.startsWith("#") && !line.startsWith("--")) {
                assertThat(said).contains(line.replaceFirst("^-D", "").replace("=", " = "));
            }
            if (line.startsWith("jetty.")) {
                assertThat(StockConfig.isPropertyOfJetty(StockKind.JETTY_EE11, line.replaceFirst("=.*", "")))
                        .as(line)
                        .isTrue();
            }
        }
    }

    @Test
    void systemdKnowsEveryKeyOfItsFile() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/systemd-analyze")), "1 unit skipped: no systemd-analyze here");
        Files.writeString(folder.resolve("server.service"), "[Service]\nExecStart=/bin/true\n");
        Path further = Files.createDirectories(folder.resolve("server.service.d"));
        Files.writeString(further.resolve("ceiling.conf"), golden("tomcat-systemd.conf"));
        ProcessBuilder builder =
                new ProcessBuilder("systemd-analyze", "verify", "server.service").redirectErrorStream(true);
        builder.environment().put("SYSTEMD_UNIT_PATH", folder + ":");
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).doesNotContain("ceiling.conf");
    }
}
