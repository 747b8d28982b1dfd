package io.ceiling.it.planted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The limits that refuse a server its next thread; the JVM says the same words for each, so the evidence must tell them apart. */
final class ThreadPlants {

    /** Enough for a server at rest, some forty threads, and some requests. */
    private static final int PIDS = 120;

    /** Far more than the JVMs of a build have; a thread takes two. */
    private static final int MAPPINGS = 4000;

    /** The kernel gives the numbers below 300 once, so that harness, agent and server have some four hundred. */
    private static final int HIGHEST_NUMBER = 700;

    private static final int OF_USER = 150;

    /** Room for harness, agent and server at rest, which take about a hundred, and for everybody else meanwhile. */
    private static final int ROOM_ON_HOST = 600;

    /** The kernel exempts root, and its numbers are the same everywhere; this one is nobody's on every Linux. */
    private static final int NOBODY = 65_534;

    private static final Path WAR = Path.of("..", "webapp", "target", "ceiling.war");

    private ThreadPlants() {}

    private static Plant of(String words) {
        return Plant.of(words).with("--threads=3000", "--cap=2500");
    }

    static Plant fewPids() {
        return of("pids.max of %d for the server".formatted(PIDS))
                .serverGroup("pids", PIDS)
                .said("threads; pids.max of the cgroup is %d, ".formatted(PIDS))
                .said("it refused ");
    }

    /** Of every process of the host: none of them may come near it, since a JVM that does crashes. */
    static Plant fewMappings() {
        return of("vm.max_map_count of %d".formatted(MAPPINGS))
                .with("--nofile=8192")
                .needing(() -> Machine.hasProcessWithMappings(MAPPINGS / 2))
                .sysctl("vm.max_map_count", () -> MAPPINGS)
                .said("threads; vm.max_map_count is %d, ".formatted(MAPPINGS));
    }

    /** Of the namespace: harness and agent are in it too. Its first process reaps what is left, so it is a shell that stays. */
    static Plant fewNumbers() {
        String[] namespace = {
            "unshare",
            "--pid",
            "--fork",
            "--kill-child",
            "--mount-proc",
            "sh",
            "-c",
            "echo %d > /proc/sys/kernel/pid_max && \"$@\"; exit $?".formatted(HIGHEST_NUMBER),
            "sh"
        };
        return of("kernel.pid_max of %d in a pid namespace of the run's own".formatted(HIGHEST_NUMBER))
                .around(namespace)
                .needing(Machine.runs("a pid namespace with a kernel.pid_max of its own", namespace))
                .said("threads; kernel.pid_max is %d, ".formatted(HIGHEST_NUMBER));
    }

    /** The server as a user that owns nothing else: it gets what it writes to, and the build must be readable for everybody. */
    static Plant fewOfTheUser() {
        return of("RLIMIT_NPROC of %d for the user of the server".formatted(OF_USER))
                .server(
                        "for given; do case $given in -Dceiling.gauges=*) chown %d \"${given#*=}\" ;; esac; done"
                                .formatted(NOBODY),
                        "test \"$(id -u)\" = %d || exec %s \"$0\" \"$@\""
                                .formatted(NOBODY, String.join(" ", asNobody())),
                        "prlimit --pid=$$ --nproc=%d:%<d || exit 1".formatted(OF_USER))
                .needing(Machine.runs("a server of another user", asNobody()))
                .needing(Machine.runs(
                        "that another user reads this build",
                        asNobody(
                                "sh",
                                "-c",
                                "test -r \"$0\"",
                                WAR.toAbsolutePath().toString())))
                .said("threads; ulimit -u is %d, ".formatted(OF_USER));
    }

    private static String[] asNobody(String... command) {
        return Stream.concat(
                        Stream.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"),
                        Stream.of(command))
                .toArray(String[]::new);
    }

    /** Of the whole host: nobody else may need threads meanwhile, which is why other JVMs keep this one from being planted. */
    static Plant fewOnTheHost() {
        return of("kernel.threads-max of %d more than there are".formatted(ROOM_ON_HOST))
                .needing(Machine::hasOtherJvms)
                .sysctl("kernel.threads-max", () -> threadsOnHost() + ROOM_ON_HOST)
                .said("threads; kernel.threads-max is ");
    }

    private static long threadsOnHost() throws IOException {
        String runningOfAll = Files.readString(Path.of("/proc/loadavg")).split(" ")[3];
        return Long.parseLong(runningOfAll.substring(runningOfAll.indexOf('/') + 1));
    }
}
