package io.ceiling.harness.observe.jmx;

import io.ceiling.harness.os.ProcFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The command line of a running JVM, read once from /proc. */
public final class JvmArguments {

    private final List<String> arguments;
    private final Path workingFolder;

    private JvmArguments(List<String> arguments, Path workingFolder) {
        this.arguments = arguments;
        this.workingFolder = workingFolder;
    }

    public static JvmArguments of(Path proc, long pid) {
        Path folder = proc.resolve(Long.toString(pid));
        Path workingFolder;
        try {
            workingFolder = folder.resolve("cwd").toRealPath();
        } catch (IOException e) {
            workingFolder = Path.of("/tmp");
        }
        return new JvmArguments(ProcFiles.commandLine(folder), workingFolder);
    }

    /** Returns the file of the web application's counters; empty if it keeps none. */
    public Optional<Path> gauges() {
        return value("-Dceiling.gauges=").map(workingFolder::resolve);
    }

    /** Returns the file to which the JVM writes its fatal error log. */
    public Path errorFile(long pid) {
        String name = value("-XX:ErrorFile=")
                .orElse("hs_err_pid%p.log")
                .replace("%p", Long.toString(pid))
                .replace("%%", "%");
        return workingFolder.resolve(name);
    }

    // Returns the value of an option; the last occurrence counts, as for the JVM.
    private Optional<String> value(String option) {
        return arguments.stream()
                .filter(argument -> argument.startsWith(option))
                .map(argument -> argument.substring(option.length()))
                .reduce((earlier, later) -> later);
    }
}
