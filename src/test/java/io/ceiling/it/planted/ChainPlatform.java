package io.ceiling.it.planted;

import io.ceiling.it.fixture.JavaHomes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What an application with a chain of stations is written for. */
enum ChainPlatform {
    JDK("HttpServer of the JDK"),
    TOMCAT("Spring Boot 4.1 MVC, Tomcat"),
    GO("Go"),
    NODE("Node.js"),
    FASTAPI("FastAPI");

    private static final Path SOURCES = Path.of(System.getProperty("ceiling.root", ".."))
            .resolve("src/test")
            .toAbsolutePath()
            .normalize();
    private static final Path APPS = SOURCES.resolve("apps");
    private static final String PYTHON = System.getProperty("planted.python", "python3");

    private final String label;

    ChainPlatform(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    boolean isJvm() {
        return this == JDK || this == TOMCAT;
    }

    /** Processors that its requests compute on. */
    int processors() {
        return this == NODE || this == FASTAPI ? 1 : Runtime.getRuntime().availableProcessors();
    }

    /** Requests a second that it surely answers on a part of a processor. */
    int ease() {
        return this == FASTAPI ? 120 : 300;
    }

    /** Why it cannot run here; empty if it can. */
    Optional<String> obstacle() {
        return switch (this) {
            case JDK -> Optional.empty();
            case TOMCAT ->
                Files.isRegularFile(jar()) ? Optional.empty() : Optional.of("%s is not built".formatted(jar()));
            case GO -> without("Go", "go", "version");
            case NODE -> without("Node.js", "node", "--version");
            case FASTAPI -> without("Python with FastAPI and uvicorn", PYTHON, "-c", "import fastapi, uvicorn");
        };
    }

    private static Path jar() {
        return SOURCES.resolve("boot/target/sample.jar");
    }

    private static Optional<String> without(String what, String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor() == 0 ? Optional.empty() : Optional.of(what + " is not installed");
        } catch (IOException e) {
            return Optional.of(what + " is not installed");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted");
        }
    }

    /** The command that starts it; chain and port are in the environment. */
    List<String> command(Path folder) throws IOException, InterruptedException {
        Path home = JavaHomes.newestWithVirtualThreads().orElseGet(JavaHomes::running);
        String java = home.resolve("bin/java").toString();
        return switch (this) {
            case JDK -> {
                String source = SOURCES.resolve("boot/src/main/java/io/ceiling/sample/Stations.java")
                        .toString();
                build(APPS, home.resolve("bin/javac").toString(), "-d", folder.toString(), source);
                yield List.of(java, "-Xmx512m", "-cp", folder.toString(), "io.ceiling.sample.Stations");
            }
            case TOMCAT -> List.of(java, "-Xmx512m", "-jar", jar().toString());
            case GO -> {
                String program = folder.resolve("stations").toString();
                build(APPS, "go", "build", "-o", program, "stations.go");
                yield List.of(program);
            }
            case NODE -> List.of("node", APPS.resolve("stations.js").toString());
            case FASTAPI -> List.of(PYTHON, APPS.resolve("stations.py").toString());
        };
    }

    static List<String> backend(int port, int places, int millis) {
        return List.of(
                PYTHON,
                APPS.resolve("backend.py").toString(),
                Integer.toString(port),
                Integer.toString(places),
                Integer.toString(millis));
    }

    private static void build(Path folder, String... command) throws IOException, InterruptedException {
        Process build = new ProcessBuilder(command)
                .directory(folder.toFile())
                .inheritIO()
                .start();
        if (build.waitFor() != 0) {
            throw new IOException("%s ended with exit code %d".formatted(List.of(command), build.exitValue()));
        }
    }
}
