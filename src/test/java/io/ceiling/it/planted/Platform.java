package io.ceiling.it.planted;

import static io.ceiling.it.planted.Limit.*;

import io.ceiling.it.fixture.JavaHomes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What an application with one limit is written for: the limits that it can have there, and the command that starts it. */
enum Platform {
    MVC_TOMCAT("Spring Boot 4.1 MVC, Tomcat", "boot", Blocking.LIMITS),
    MVC_JETTY("Spring Boot 3.5 MVC, Jetty", "boot-jetty", Blocking.LIMITS),
    MVC_UNDERTOW("Spring Boot 3.5 MVC, Undertow", "boot-undertow", Blocking.LIMITS),
    WEBFLUX("Spring WebFlux", "FluxApplication", ELASTIC, LOOP, ASYNC_SEMAPHORE, NONE),
    MICRONAUT("Micronaut 4.10", "MicronautApplication", WORKERS, LOOP, ASYNC_SEMAPHORE, NONE),
    HELIDON("Helidon 4.5", "HelidonApplication", SEMAPHORE, LOCK, LENT, REFUSE, NONE),
    VERTX("Vert.x 5.1", "VertxApplication", ORDERED, WORKERS, LOOP, ASYNC_SEMAPHORE, NONE),
    NODE("Node.js", "limits.js", ASYNC_SEMAPHORE, LOOP, WORKERS, REFUSE, NONE, PROCESSORS),
    FASTAPI("FastAPI", "limits.py", WORKERS, ASYNC_SEMAPHORE, LOOP, REFUSE, NONE),
    GO("Go", "limits.go", CHANNEL, MONITOR, WORKERS, REFUSE, NONE);

    /** In a class of its own, since constants of an enum cannot read its fields. */
    private static final class Blocking {
        static final Limit[] LIMITS = {
            THREADS, HIKARI, SEMAPHORE, EXECUTOR, FUTURE, CALLABLE, ASYNC, LENT, MONITOR, LOCK, REFUSE, NONE, PROCESSORS
        };
    }

    private static final Path SOURCES =
            Path.of("..", "src", "test").toAbsolutePath().normalize();
    private static final Path APPS = SOURCES.resolve("apps");
    private static final Path CLASSES = APPS.resolve("src/main/java/io/ceiling/sample/apps");
    private static final String PYTHON = System.getProperty("planted.python", "python3");

    private final String label;
    private final String program;
    // List.of is immutable, which its type does not show.
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<Limit> limits;

    Platform(String label, String program, Limit... limits) {
        this.label = label;
        this.program = program;
        this.limits = List.of(limits);
    }

    String label() {
        return label;
    }

    List<Limit> limits() {
        return limits;
    }

    /** Its controllers have a request thread each, and an executable jar. */
    boolean isMvc() {
        return limits.contains(HIKARI);
    }

    /** Requests a second that it surely answers on a part of a processor. */
    int ease() {
        return this == FASTAPI ? 150 : 400;
    }

    /** Threads of the server's pool of that size that serve no request, at least and at most. */
    Truth.Range ownThreads() {
        return this == MVC_JETTY ? new Truth.Range(2, 4) : new Truth.Range(0, 0);
    }

    Path jar() {
        return SOURCES.resolve(program).resolve("target").resolve("sample.jar");
    }

    /** Why it cannot run here; empty if it can. */
    Optional<String> obstacle() {
        if (this == NODE) {
            return without("Node.js", "node", "--version");
        }
        if (this == FASTAPI) {
            return without("Python with FastAPI and uvicorn", PYTHON, "-c", "import fastapi, uvicorn");
        }
        if (this == GO) {
            return without("Go", "go", "version");
        }
        if (this == HELIDON && JavaHomes.newestWithVirtualThreads().isEmpty()) {
            return Optional.of("no JDK of 21 or newer");
        }
        Path jar = isMvc() ? jar() : APPS.resolve("target/applications.jar");
        return Files.isRegularFile(jar)
                ? Optional.empty()
                : Optional.of("%s is not built: mvn -Dplanted=applications builds it".formatted(jar));
    }

    private static Optional<String> without(String what, String... command) {
        return Machine.succeeds(List.of(command)) ? Optional.empty() : Optional.of(what + " is not installed");
    }

    /** The command that starts it; what it asks for is in the environment. */
    List<String> command(List<String> systemProperties, Path folder) throws IOException, InterruptedException {
        if (this == NODE) {
            return List.of("node", APPS.resolve(program).toString());
        }
        if (this == FASTAPI) {
            return List.of(PYTHON, APPS.resolve(program).toString());
        }
        if (this == GO) {
            Path built = folder.resolve("limits");
            Process go = new ProcessBuilder("go", "build", "-o", built.toString(), program)
                    .directory(APPS.toFile())
                    .inheritIO()
                    .start();
            if (go.waitFor() != 0) {
                throw new IOException("go build %s ended with exit code %d".formatted(program, go.exitValue()));
            }
            return List.of(built.toString());
        }
        Path java = JavaHomes.newestWithVirtualThreads()
                .orElseGet(JavaHomes::running)
                .resolve("bin/java");
        List<String> command = new ArrayList<>(List.of(java.toString(), "-Xmx512m"));
        command.addAll(systemProperties);
        command.addAll(
                isMvc()
                        ? List.of("-jar", jar().toString())
                        : List.of(
                                "-cp",
                                APPS.resolve("target/applications.jar") + ":" + APPS.resolve("target/lib/*"),
                                // Compiled as it is started: its libraries need a newer JDK than the build.
                                this == HELIDON
                                        ? CLASSES.resolve(program + ".java").toString()
                                        : "io.ceiling.sample.apps." + program));
        return command;
    }
}
