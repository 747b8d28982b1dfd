package io.ceiling.harness.container;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A server that is no JVM: how it is started, and what must be there before. Implementations are immutable and do no I/O.
 *
 * <p>It gets the same arguments as a container, prints the same READY line, and ends at the end of its input. One more
 * argument, {@code --gauges}, is the file in which it counts as the web application does.
 */
public interface NativeProgram {

    /** Returns the program on the PATH that runs it; empty for a program by itself. */
    Optional<String> interpreter();

    /** Returns the file, relative to its folder, that is there only if the build had the tool. */
    Path built();

    /** Returns the tool that the build needs. */
    String buildTool();

    /**
     * Returns the command line before the arguments.
     *
     * @param folder folder of its module in the build
     * @param heapMaxBytes limit of the heap, in bytes
     */
    List<String> command(Path folder, long heapMaxBytes);
}
