package io.ceiling.it.hosts;

import io.ceiling.harness.os.Children;
import io.ceiling.it.fixture.Awaiting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A real sshd with keys of its own, which lets this user in, and the ssh that reaches it. */
final class Sshd implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 20;

    private final Process process;
    private final String ssh;

    private Sshd(Process process, String ssh) {
        this.process = process;
        this.ssh = ssh;
    }

    /**
     * Starts one, or skips the test where there is none.
     *
     * @param around command behind which it is started, to be on another host
     * @param address address of that host, on which it listens
     * @param folder folder for its files
     */
    static Sshd orSkip(List<String> around, String address, Path folder) throws Exception {
        Path program = program();
        Path host = key(folder.resolve("host_key"));
        Path user = key(folder.resolve("user_key"));
        int port = freePort();
        Path config = Files.write(
                folder.resolve("sshd_config"),
                List.of(
                        "ListenAddress %s:%d".formatted(address, port),
                        "HostKey " + host,
                        "AuthorizedKeysFile %s.pub".formatted(user),
                        "PidFile none",
                        "StrictModes no",
                        "UsePAM no",
                        "PasswordAuthentication no",
                        "KbdInteractiveAuthentication no"));
        if (System.getProperty("user.name").equals("root")) {
            // Debian makes it as it starts its own sshd, which a container has not.
            Files.createDirectories(Path.of("/run/sshd"));
        }
        List<String> command = new ArrayList<>(List.of("sh", "-c", Children.EXEC_SCRIPT, "sh"));
        command.addAll(around);
        command.addAll(List.of(program.toString(), "-D", "-e", "-f", config.toString()));
        Path log = folder.resolve("sshd.log");
        Process process = Children.start(
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()));
        Sshd sshd = new Sshd(
                process,
                "ssh -F none -i %s -p %d -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR %s@%s"
                        .formatted(user, port, System.getProperty("user.name"), address));
        try {
            Awaiting.until(
                    "sshd listens", () -> Files.readString(log).contains("Server listening on") || !process.isAlive());
            List<String> login = new ArrayList<>(around);
            login.addAll(List.of(sshd.ssh.split(" ")));
            login.add("true");
            Assumptions.assumeTrue(exitCode(login) == 0, () -> "an sshd that lets this user in; it says: " + read(log));
            return sshd;
        } catch (Throwable e) {
            sshd.close();
            throw e;
        }
    }

    private static Path program() {
        return Stream.concat(Stream.of(System.getenv("PATH").split(":")), Stream.of("/usr/sbin"))
                .map(folder -> Path.of(folder, "sshd"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseGet(() -> Assumptions.abort("sshd is missing"));
    }

    private static Path key(Path file) throws Exception {
        Assumptions.assumeTrue(
                exitCode(List.of("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file.toString())) == 0,
                "ssh-keygen of sshd");
        return file;
    }

    private static int exitCode(List<String> command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) ? process.exitValue() : -1;
        } catch (IOException e) {
            return -1;
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    String command(Path home, String arguments) {
        return "%s env JAVA_HOME=%s %s %s"
                .formatted(ssh, System.getProperty("java.home"), home.resolve("ceiling"), arguments);
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().join();
    }
}
