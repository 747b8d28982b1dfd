package io.ceiling.harness.server;

import io.ceiling.harness.container.NativeProgram;
import io.ceiling.harness.os.Command;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A program of another platform that is installed on this host.
 *
 * @param file its file
 */
record InstalledProgram(Path file) {

    // Folders that are not in the path of every user.
    private static final List<String> SYSTEM_FOLDERS = List.of("/usr/sbin", "/usr/local/sbin");
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Returns the program of that name, in a folder of the PATH or of the system's programs; empty if there is none. */
    static Optional<InstalledProgram> find(String name) {
        return Stream.concat(
                        Arrays.stream(
                                Objects.toString(System.getenv("PATH"), "").split(File.pathSeparator)),
                        SYSTEM_FOLDERS.stream())
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst()
                .map(InstalledProgram::new);
    }

    /** Returns what is missing if the program does not have that module, with how to get it; blocks while the program tells. */
    Optional<String> missingModule(NativeProgram.Module module) {
        Optional<Path> folder = moduleFolder(module);
        return folder.filter(found -> Files.isReadable(found.resolve(module.file())))
                        .isPresent()
                ? Optional.empty()
                : Optional.of("%s in %s, where it is not. Hint: %s"
                        .formatted(
                                module.file(),
                                folder.map(Path::toString).orElse("the modules of " + file),
                                module.hint()));
    }

    private Optional<Path> moduleFolder(NativeProgram.Module module) {
        return Arrays.stream(options(module).split("\\s+"))
                .filter(option -> option.startsWith(module.folder()))
                .map(option -> Path.of(option.substring(module.folder().length())))
                .findFirst();
    }

    // The shell joins the two outputs: nginx writes its options to the standard error.
    private String options(NativeProgram.Module module) {
        return String.join(
                " ",
                Command.output(
                        PATIENCE, "/bin/sh", "-c", "exec \"$0\" \"$1\" 2>&1", file.toString(), module.options()));
    }
}
