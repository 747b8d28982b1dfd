package io.ceiling.harness.observe.jmx;

import io.ceiling.harness.reading.ThreadDump;
import java.io.IOException;
import java.nio.file.Path;
import javax.management.JMException;

/** A way to ask a JVM about itself. Every call may block forever; one after the other. */
interface JvmLink extends AutoCloseable {

    /** Flag with the limit of direct buffers, in bytes; 0 if it follows the heap. */
    String MAX_DIRECT_MEMORY = "MaxDirectMemorySize";

    ContainerBeans container();

    /** Returns the version of the JVM, such as {@code 25.0.1}. */
    String jdk() throws IOException, JMException;

    /**
     * Runs a full collection and blocks until it has ended.
     *
     * @return true if the JVM ran one; it may refuse those that it is asked for
     */
    boolean collectGarbage() throws IOException, JMException;

    /** Returns what the diagnostic command GC.heap_info prints; empty if the JVM does not have or allow it. */
    String heapInfo() throws IOException, JMException;

    /**
     * Runs a diagnostic command and returns what it prints; empty if the JVM does not have it.
     *
     * @param operation name of the operation, such as {@code gcClassHistogram}
     */
    String diagnostic(String operation, String... arguments) throws IOException, JMException;

    /** Writes the live objects of the heap to a file, which must not exist. Blocks until it is written. */
    boolean dumpHeap(Path file) throws IOException, JMException;

    String flag(String flag) throws IOException, JMException;

    /** Returns the number of processors that the JVM uses; -1 if it does not tell. */
    int processors() throws IOException, JMException;

    ThreadDump dumpThreads(ThreadDumper.DumpPlace room) throws IOException, JMException;

    /** Returns the current values; those that the JVM does not report are not seen. */
    JmxReading reading() throws IOException, JMException;

    @Override
    void close() throws IOException;
}
