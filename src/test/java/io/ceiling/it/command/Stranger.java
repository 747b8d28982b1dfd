package io.ceiling.it.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs shell text as another user of this host, and as this one for comparison. */
final class Stranger {

    private static final String NOBODY = "65534";

    private static final List<String> BECOME = List.of(
            "setpriv",
            "--reuid",
            NOBODY,
            "--regid",
            NOBODY,
            "--clear-groups",
            "--inh-caps=-all",
            "--no-new-privs",
            "--");

    private Stranger() {}

    /** Why nothing can be run as another user here; empty if it can. */
    static Optional<String> obstacle() throws IOException, InterruptedException {
        if (!Files.exists(Path.of("/proc/self/fd"), LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of("there is no /proc to look at processes in");
        }
        List<String> command = new ArrayList<>(BECOME);
        command.addAll(List.of("id", "-u"));
        try {
            return Optional.of(output(command).strip())
                    .filter(user -> !user.equals(NOBODY))
                    .map(user -> "setpriv cannot become user %s, which takes root: %s".formatted(NOBODY, user));
        } catch (IOException e) {
            return Optional.of("no setpriv: " + e.getMessage());
        }
    }

    /** Returns what that text prints as user nobody; the arguments are its {@code $1} and so on. */
    static String run(String text, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(BECOME);
        command.addAll(shell(text, arguments));
        return output(command);
    }

    static String runAsOwner(String text, String... arguments) throws IOException, InterruptedException {
        return output(shell(text, arguments));
    }

    private static List<String> shell(String text, String... arguments) {
        List<String> command = new ArrayList<>(List.of("bash", "-c", text, "bash"));
        command.addAll(List.of(arguments));
        return command;
    }

    private static String output(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(Path.of("/").toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
