package io.ceiling.harness.container;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A server that is no JVM, or that a small JVM starts and feeds: its start command and its requirements.
 * Implementations are immutable and do no I/O.
 *
 * <p>It gets the same arguments as a container, prints the same READY line, and ends at the end of its input. The
 * additional argument {@code --gauges} names the file for its gauges.
 */
public interface NativeProgram {

    /**
     * A module that a program needs, in a folder that the program's build options name.
     *
     * @param options argument with which the program prints the options that it was built with
     * @param folder option that has the folder of its modules as its value
     * @param file name of the module's file
     * @param hint how to get it
     */
    record Module(String options, String folder, String file, String hint) {}

    /** Returns the program on the PATH or in a system folder that runs it; empty if it runs by itself. */
    Optional<String> interpreter();

    /** Returns the module without which that program cannot run it; empty if it needs none. */
    default Optional<Module> module() {
        return Optional.empty();
    }

    /** Returns the file, relative to its folder, that exists only if the build tool was installed. */
    Path builtFile();

    String buildTool();

    /**
     * Returns the command line before the arguments.
     *
     * @param folder folder of its module in the build
     * @param java JVM of this host, for a server that a JVM starts
     * @param heapMaxBytes limit of the memory that {@link #heapSetting} sets, in bytes
     */
    List<String> command(Path folder, Path java, long heapMaxBytes);

    /** Returns the setting of the platform that {@code --heap} stands for. */
    String heapSetting();
}
