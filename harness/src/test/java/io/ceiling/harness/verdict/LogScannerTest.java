package io.ceiling.harness.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.ceiling.harness.result.LogFinding;
import io.ceiling.harness.scenario.LimitingFactor;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogScannerTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    java.net.SocketException: Too many open files | SERVER_FILE_DESCRIPTORS
                    java.io.IOException: Too many open files (Accept failed) | SERVER_FILE_DESCRIPTORS
                    Exception in thread "http-nio-auto-1-Poller" java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory or process/resource limits reached | SERVER_NATIVE_THREADS
                    java.lang.OutOfMemoryError: unable to create new native thread | SERVER_NATIVE_THREADS
                    [0.5s][warning][os,thread] Failed to start thread - pthread_create failed (EAGAIN) for attributes: stacksize: 256k | SERVER_NATIVE_THREADS
                    [0.5s][warning][os,thread] Failed to start the native thread for java.lang.Thread "exec-812" | SERVER_NATIVE_THREADS
                    http: Accept error: accept tcp4 127.0.0.1:36239: accept4: too many open files; retrying in 5ms | SERVER_FILE_DESCRIPTORS
                    FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory | SERVER_HEAP
                    2026/11/25 23:40:01 [error] 812#812: nchan: Out of shared memory while allocating message of size 1702. Increase nchan_max_reserved_memory. | SERVER_HEAP
                    java.lang.OutOfMemoryError: Java heap space | SERVER_HEAP
                    java.lang.OutOfMemoryError: GC overhead limit exceeded | SERVER_HEAP
                    Terminating due to java.lang.OutOfMemoryError: Java heap space | SERVER_HEAP
                    Exception: java.lang.OutOfMemoryError thrown from the UncaughtExceptionHandler in thread "http-nio-auto-1-Poller" | SERVER_HEAP
                    java.lang.OutOfMemoryError: Cannot reserve 16384 bytes of direct buffer memory (allocated: 10483760, limit: 10485760) | SERVER_DIRECT_MEMORY
                    java.lang.OutOfMemoryError: Direct buffer memory | SERVER_DIRECT_MEMORY
                    java.net.BindException: Cannot assign requested address | EPHEMERAL_PORTS
                    OpenJDK 64-Bit Server VM warning: INFO: os::commit_memory(0x00007f6c1c000000, 65536, 1) failed; error='Not enough space' (errno=12) | SERVER_MEMORY
                    # There is insufficient memory for the Java Runtime Environment to continue. | SERVER_MEMORY
                    # Native memory allocation (mmap) failed to map 16384 bytes for committing reserved memory. | SERVER_MEMORY
                    # A fatal error has been detected by the Java Runtime Environment: | SERVER_CRASH
                    #  SIGSEGV (0xb) at pc=0x00007f, pid=812, tid=813 | SERVER_CRASH
                    """)
    void namesTheLimitThatALineNames(String line, LimitingFactor factor) {
        int end = "before".length() + 1 + line.length() + 1;
        assertThat(LogScanner.server(Stream.of("before", line)))
                .containsExactly(new LogFinding(factor, 2, line, end, -1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.io.IOException: Connection reset by peer",
                "java.net.SocketException: Connection reset",
                "java.io.IOException: Too many open files in system",
                "java.io.IOException: Broken pipe",
                "org.apache.catalina.connector.ClientAbortException: java.io.IOException: Broken pipe",
                "org.eclipse.jetty.io.EofException: Closed",
                "java.nio.channels.ClosedChannelException",
                "java.net.SocketTimeoutException: Read timed out",
                "SEVERE [http-nio-auto-1-Acceptor] org.apache.tomcat.util.net.Acceptor.run Socket accept failed",
                "WARN Accept Failure",
                "Command line argument: -XX:+HeapDumpOnOutOfMemoryError",
                "java.lang.OutOfMemoryError: Metaspace",
                "Command line argument: -XX:ErrorFile=server.log.hs_err",
                "java.net.BindException: Address already in use",
                ""
            })
    void passesOverWhatIsNoLimit(String line) {
        assertThat(LogScanner.server(Stream.of(line))).isEmpty();
    }

    @Test
    void kernelMessagesCountOnlyIfTheyConcernTheServer() {
        List<LogFinding> findings = LogScanner.kernel(
                Stream.of(
                        "Memory cgroup out of memory: Killed process 99 (python) total-vm:1kB",
                        "Memory cgroup out of memory: Killed process 4711 (java) total-vm:1kB",
                        "Out of memory: Killed process 98 (mysqld) total-vm:1kB",
                        "nf_conntrack: nf_conntrack: table full, dropping packet",
                        "TCP: out of memory -- consider tuning tcp_mem",
                        "eth0: link up"),
                4711);

        assertThat(findings)
                .extracting(LogFinding::factor, LogFinding::lineNumber)
                .containsExactly(
                        tuple(LimitingFactor.SERVER_MEMORY, 2),
                        tuple(LimitingFactor.HOST_MEMORY, 3),
                        tuple(LimitingFactor.CONNTRACK_TABLE, 4),
                        tuple(LimitingFactor.KERNEL_TCP_MEMORY, 5));
    }

    @Test
    void keepsTheFirstFewOfALineThatIsRepeatedByTheThousandAndCutsLongOnes() {
        String line = "java.io.IOException: Too many open files" + "x".repeat(1_000);

        List<LogFinding> findings = LogScanner.server(Stream.concat(
                Stream.generate(() -> line).limit(50_000), Stream.of("java.lang.OutOfMemoryError: Java heap space")));

        assertThat(findings).hasSize(6);
        assertThat(findings.get(0).line()).hasSize(300);
        assertThat(findings.get(5))
                .extracting(LogFinding::factor, LogFinding::lineNumber, LogFinding::line)
                .containsExactly(LimitingFactor.SERVER_HEAP, 50_001, "java.lang.OutOfMemoryError: Java heap space");
    }
}
