package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.JavaHomes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The archive that the build leaves in {@code dist}, unpacked into a read-only folder with a space in its path, and used from
 * another working directory.
 */
@Tag("side-by-side")
@Tag("all")
class ArchiveIT {

    private static final Path DIST = Path.of(System.getProperty("ceiling.root", "."), "dist")
            .toAbsolutePath()
            .normalize();

    /** What the launcher needs besides java. */
    private static final List<String> TOOLS = List.of("dirname", "readlink", "sed", "head");

    /** A process without this capability has no right to write where modes forbid it, also if its user is root. */
    private static final List<String> AS_MODES_SAY =
            List.of("setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override");

    @TempDir
    static Path shared;

    private static Path archive;
    private static Path home;

    @TempDir
    Path folder;

    private Path work;
    private Path user;

    @BeforeAll
    static void unpack() throws Exception {
        try (Stream<Path> files = Files.list(DIST)) {
            List<Path> archives =
                    files.filter(file -> file.toString().endsWith(".tar.gz")).toList();
            assertThat(archives).hasSize(1);
            archive = archives.get(0);
        }
        Path into = Files.createDirectory(shared.resolve("with a space"));
        run(into, "tar", "-xzf", archive.toString());
        home = into.resolve(archive.getFileName().toString().replace(".tar.gz", ""));
        run(into, "chmod", "-R", "a-w", home.toString());
    }

    @AfterAll
    static void letTheFolderBeDeleted() throws Exception {
        run(shared, "chmod", "-R", "u+w", shared.toString());
    }

    @BeforeEach
    void someWorkingDirectory() throws IOException {
        work = Files.createDirectory(folder.resolve("work"));
        user = Files.createDirectory(folder.resolve("user"));
    }

    private CeilingProcess ceiling(String... arguments) throws Exception {
        return ceiling(List.of(), arguments);
    }

    private CeilingProcess ceiling(List<String> around, String... arguments) throws Exception {
        List<String> all = new ArrayList<>();
        if (user().equals("0")) {
            all.addAll(AS_MODES_SAY);
        }
        all.addAll(List.of("env", "--unset=XDG_CACHE_HOME", "--chdir=" + work, "HOME=" + user));
        all.addAll(around);
        CeilingProcess process = CeilingProcess.start(home.resolve("bin"), folder, all, List.of(arguments));
        process.exitCode();
        return process;
    }

    private static String user() throws Exception {
        return run(shared, "id", "-u").strip();
    }

    @Test
    void runsFromAReadOnlyFolderAndLeavesResultsInTheWorkingDirectory() throws Exception {
        Map<String, String> before = digests(home);

        CeilingProcess ceiling = ceiling(
                "run",
                "--container=tomcat",
                "--connector=nio",
                "--thread-kind=platform",
                "--workload=hold-async",
                "--cap=100",
                "--heap=256m",
                "--threads=default",
                "--buffer=default");

        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        Path run = CeilingsCsv.onlyRun(work.resolve("results"));
        assertThat(CeilingsCsv.rows(run)).hasSize(1).allSatisfy(row -> assertThat(row.getField("verdict"))
                .isEqualTo("at-least"));
        assertThat(run.resolve("report.html")).isRegularFile();
        Properties release = release();
        JsonNode software = new ObjectMapper()
                .readTree(run.resolve("environment.json").toFile())
                .findParent("git_commit");
        assertThat(software.path("git_commit").asText()).isEqualTo(release.getProperty("commit"));
        assertThat(home.getFileName()).hasToString("ceiling-" + release.getProperty("version"));
        assertThat(digests(home)).isEqualTo(before);

        // The archives of classes are the only other thing that it wrote.
        Path cache = user.resolve(".cache").resolve("ceiling");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cache)))
                .isEqualTo("rwx------");
        assertThat(filesBelow(user)).hasSize(2).allSatisfy(file -> assertThat(file.toString())
                .startsWith(cache.toString())
                .matches(".*/lib/(load|containers/tomcat)/jdk[^/]*\\.jsa"));
    }

    private static Properties release() throws IOException {
        Properties release = new Properties();
        try (InputStream in = Files.newInputStream(home.resolve("release"))) {
            release.load(in);
        }
        return release;
    }

    @Test
    void otherCommandsRunAndKeepTheirExitCodes() throws Exception {
        CeilingProcess doctor = ceiling("doctor");
        CeilingProcess help = ceiling("probe", "--help");
        CeilingProcess wrong = ceiling("run", "--no-such-option");
        CeilingProcess unreachable = ceiling("probe", "http://127.0.0.1:1/", "--get=/", "--results=" + work);

        assertThat(doctor.exitCode()).as(doctor.errors()).isZero();
        assertThat(help.exitCode()).isZero();
        assertThat(help.output()).contains("ceiling probe");
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.errors().lines()).hasSize(1);
        assertThat(unreachable.exitCode()).isEqualTo(3);
        assertThat(unreachable.errors().lines()).hasSize(1);
    }

    @Test
    void withoutAJdkItSaysSoInOneLine() throws Exception {
        Path tools = Files.createDirectory(folder.resolve("tools"));
        for (String tool : TOOLS) {
            Path program = Path.of(run(folder, "sh", "-c", "command -v " + tool).strip());
            Files.createSymbolicLink(tools.resolve(tool), program);
        }

        CeilingProcess ceiling = ceiling(List.of("env", "--unset=JAVA_HOME", "PATH=" + tools), "doctor");

        assertThat(ceiling.exitCode()).isEqualTo(3);
        assertThat(ceiling.output()).isEmpty();
        assertThat(ceiling.errors())
                .isEqualTo("ceiling: no java found in PATH. Hint: install a JDK 17 or newer, or set JAVA_HOME\n");
    }

    @Test
    void aLinkToTheLauncherRunsIt() throws Exception {
        Path link = Files.createSymbolicLink(
                folder.resolve("ceiling"), home.resolve("bin").resolve("ceiling"));

        assertThat(run(work, link.toString(), "--version").strip())
                .isEqualTo("ceiling " + release().getProperty("version"));
    }

    @Test
    void anArchiveWithoutItsHarnessSaysSoInOneLine() throws Exception {
        Path bin = Files.createDirectories(folder.resolve("cut").resolve("bin"));
        Files.copy(home.resolve("bin").resolve("ceiling"), bin.resolve("ceiling"));

        CeilingProcess cut = CeilingProcess.start(bin, folder, List.of(), List.of("doctor"));

        assertThat(cut.exitCode()).isEqualTo(3);
        assertThat(cut.errors())
                .isEqualTo(
                        "ceiling: lib/harness is missing. Hint: unpack the archive of Ceiling again, %s is not complete%n"
                                .formatted(bin.getParent()));
    }

    @Test
    void bashSourcesItsCompletion() throws Exception {
        Path bash = Path.of("/bin/bash");
        assumeTrue(Files.isExecutable(bash), "no /bin/bash");

        String offered = run(
                work,
                bash.toString(),
                "--norc",
                "-c",
                "source \"$1\" && COMP_WORDS=(ceiling pro) COMP_CWORD=1 && _complete_ceiling && echo \"${COMPREPLY[@]}\""
                        + " && complete -p ceiling",
                "bash",
                home.resolve("completion").resolve("ceiling.bash").toString());

        assertThat(offered.lines().findFirst().orElse("").strip()).isEqualTo("probe");
        assertThat(offered).contains("complete").contains("_complete_ceiling");
    }

    /** Whoever takes its owners, modes and times from the machine that builds makes another archive each time. */
    @Test
    void saysNothingOfTheMachineThatBuiltIt() throws Exception {
        List<String> entries = run(
                        work, "env", "TZ=UTC", "tar", "--numeric-owner", "--full-time", "-tvzf", archive.toString())
                .lines()
                .toList();

        assertThat(entries).hasSizeGreaterThan(100).allSatisfy(entry -> assertThat(entry)
                .matches("(drwxr-xr-x|-rw-r--r--|-rwxr-xr-x) 0/0 +\\d+ \\S+ 00:00:00 ceiling-.*"));
        assertThat(entries.stream()
                        .filter(entry -> entry.startsWith("-rwx"))
                        .map(entry -> entry.replaceFirst(".* ", "")))
                .containsExactly(home.getFileName() + "/bin/ceiling");
    }

    @Test
    void itsDigestsAreThoseOfAllFiles() throws Exception {
        Map<String, String> actual = digests(home);
        actual.remove("SHA256SUMS");

        assertThat(sums(home.resolve("SHA256SUMS"))).isEqualTo(actual);
        Map<String, String> beside = sums(DIST.resolve("SHA256SUMS"));
        assertThat(beside)
                .containsOnlyKeys(archive.getFileName().toString(), home.getFileName() + ".cdx.json")
                .containsEntry(archive.getFileName().toString(), sha256(Files.readAllBytes(archive)));
    }

    @Test
    void theListOfWhatItConsistsOfHasEveryJar() throws Exception {
        Path list = home.resolve(home.getFileName() + ".cdx.json");
        JsonNode bom = new ObjectMapper().readTree(list.toFile());
        Set<String> listed = new HashSet<>();
        bom.path("components").forEach(component -> component
                .path("hashes")
                .forEach(hash -> listed.add(hash.path("content").asText())));

        Map<String, String> jars = new TreeMap<>();
        for (Path file : filesBelow(home)) {
            String name = home.relativize(file).toString();
            if (name.endsWith(".jar")) {
                jars.put(name, sha256(Files.readAllBytes(file)));
            }
            // The jars of ceiling-javax.war are transformed ones.
            if (name.endsWith(".war") && !name.contains("javax")) {
                jars.putAll(jarsIn(file));
            }
        }
        jars.keySet().removeIf(name -> name.matches(".*/ceiling-[a-z0-9-]+-[0-9][^/]*\\.jar"));

        assertThat(jars)
                .hasSizeGreaterThan(60)
                .allSatisfy((name, digest) -> assertThat(listed).as(name).contains(digest));
        assertThat(bom.has("serialNumber")).isFalse();
        assertThat(bom.path("metadata").has("timestamp")).isFalse();
        assertThat(list).hasSameBinaryContentAs(DIST.resolve(list.getFileName()));
    }

    private static Map<String, String> jarsIn(Path war) throws Exception {
        Map<String, String> jars = new TreeMap<>();
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(war))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                if (entry.getName().endsWith(".jar")) {
                    jars.put(war.getFileName() + "/" + entry.getName(), sha256(in.readAllBytes()));
                }
            }
        }
        return jars;
    }

    private static Map<String, String> sums(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .map(line -> line.split("  ", 2))
                .collect(Collectors.toMap(parts -> parts[1], parts -> parts[0]));
    }

    private static List<Path> filesBelow(Path top) throws IOException {
        try (Stream<Path> files = Files.walk(top)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static Map<String, String> digests(Path top) throws Exception {
        Map<String, String> digests = new TreeMap<>();
        for (Path file : filesBelow(top)) {
            digests.put(top.relativize(file).toString(), sha256(Files.readAllBytes(file)));
        }
        return digests;
    }

    private static String sha256(byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }

    /** Returns the output of a command that must succeed; it finds the java of this test. */
    private static String run(Path at, String... command) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(at.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", JavaHomes.running().toString());
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor())
                .as("%s: %s", String.join(" ", command), output)
                .isZero();
        return output;
    }
}
