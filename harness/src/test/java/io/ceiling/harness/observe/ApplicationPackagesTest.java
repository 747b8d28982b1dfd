package io.ceiling.harness.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.os.CannedFiles;
import io.ceiling.harness.os.Scratch;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class ApplicationPackagesTest {

    private static final int PID = 7;

    @TempDir
    Path folder;

    private Path process;

    @BeforeEach
    void createProcess() throws IOException {
        process = Files.createDirectories(folder.resolve("proc/7"));
        Files.createDirectories(process.resolve("fd"));
        Files.createDirectories(folder.resolve("root/srv"));
        Files.createSymbolicLink(process.resolve("root"), folder.resolve("root"));
        Files.createSymbolicLink(process.resolve("cwd"), Path.of("/srv"));
    }

    private void opens(int number, String file) throws IOException {
        Files.createSymbolicLink(process.resolve("fd").resolve(String.valueOf(number)), Path.of(file));
    }

    private static void archive(Path file, String... entries) throws IOException {
        try (OutputStream bytes = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (String entry : entries) {
                zip.putNextEntry(new ZipEntry(entry));
            }
        }
    }

    @Test
    void anArchiveTellsItsOwnClassesFromItsLibrariesAndItsLoader() throws IOException {
        archive(
                folder.resolve("root/srv/petclinic.jar"),
                "org/springframework/boot/loader/launch/JarLauncher.class",
                "BOOT-INF/lib/spring-web-7.jar",
                "BOOT-INF/classes/application.properties",
                "BOOT-INF/classes/org/springframework/samples/petclinic/PetClinicApplication.class",
                "BOOT-INF/classes/org/springframework/samples/petclinic/owner/Owner.class");
        archive(folder.resolve("root/srv/spring-web-7.jar"), "org/springframework/web/client/RestClient.class");
        opens(3, "/srv/petclinic.jar");
        opens(4, "/srv/spring-web-7.jar");
        opens(5, "/srv/gone.war");

        assertThat(ApplicationPackages.of(folder.resolve("proc"), PID))
                .containsExactlyInAnyOrder(
                        "org.springframework.samples.petclinic", "org.springframework.samples.petclinic.owner");
    }

    @Test
    void unpackedApplicationsAndTheClassPathAreReadInTheFoldersOfTheProcess() throws IOException {
        new CannedFiles(folder.resolve("root"))
                .with("srv/build/classes/com/google/shop/Main.class")
                .with("base/webapps/shop/WEB-INF/classes/org/apache/acme/Cart.class")
                .with("deployed/x.war/WEB-INF/classes/org/jboss/acme/Order.class")
                .with("deployed/x.war/WEB-INF/lib/pool.jar");
        Files.writeString(
                process.resolve("cmdline"),
                "java\0-Dcatalina.base=/base\0-cp\0lib/a.jar:build/classes\0com.google.shop.Main\0");
        opens(3, "/deployed/x.war/WEB-INF/lib/pool.jar");

        assertThat(ApplicationPackages.of(folder.resolve("proc"), PID))
                .containsExactlyInAnyOrder("com.google.shop", "org.apache.acme", "org.jboss.acme");
    }

    /** A jar that contains its libraries, and names none, does not tell which classes are its own. */
    @Test
    void theClassesOfAJarWithItsLibrariesBesideItselfAreItsOwn() throws IOException {
        for (String name : List.of("app", "uber")) {
            Manifest manifest = new Manifest();
            manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
            if (name.equals("app")) {
                manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, "lib/spring-web-7.jar");
            }
            try (JarOutputStream jar =
                    new JarOutputStream(Files.newOutputStream(folder.resolve("root/srv/" + name + ".jar")), manifest)) {
                jar.putNextEntry(new ZipEntry("org/springframework/samples/" + name + "/App.class"));
            }
        }

        Files.writeString(process.resolve("cmdline"), "java\0-jar\0app.jar\0");
        assertThat(ApplicationPackages.of(folder.resolve("proc"), PID))
                .containsExactly("org.springframework.samples.app");
        Files.writeString(process.resolve("cmdline"), "java\0-jar\0/srv/uber.jar\0");
        assertThat(ApplicationPackages.of(folder.resolve("proc"), PID)).isEmpty();
    }

    @Test
    void ofAProcessThatIsGoneNothingIsSeen() {
        assertThat(ApplicationPackages.of(folder.resolve("proc"), 8)).isEmpty();
    }

    @Property(tries = 300)
    void noBytesBreakIt(@ForAll byte[] bytes) {
        try (Scratch scratch = new Scratch()) {
            assertThat(ApplicationPackages.ofArchive(scratch.file("broken.jar", bytes)))
                    .isEmpty();
        }
    }
}
