package io.ceiling.harness.verdict;

import io.ceiling.harness.result.LogFinding;
import io.ceiling.harness.scenario.LimitingFactor;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the lines of a log in which a JVM, a container, a proxy or the kernel reports that it reached a limit.
 *
 * <p>Only texts that name the refused resource count. Messages that a server prints when its clients go away
 * (connection reset, broken pipe, closed channel) and bare hints such as "Socket accept failed" say nothing about a
 * limit and are skipped.
 */
public final class LogScanner {

    /** Findings kept of each factor: at a ceiling a server repeats the same message thousands of times. */
    static final int FINDINGS_PER_FACTOR = 5;

    private static final int LINE_CHARACTERS = 300;
    private static final long TIME_UNKNOWN = -1;

    // An OutOfMemoryError whose kind the JVM could not even print.
    private static final String NAMELESS_OUT_OF_MEMORY = "OutOfMemoryError thrown from the UncaughtExceptionHandler";

    private static final String FORK_REJECTED = "cgroup: fork rejected by pids controller";

    // Words of a recursion level that waited in vain for the next one.
    private static final List<String> TIMEOUT_WORDS = List.of("stalled", "timed out", "no answer");

    private record Sign(LimitingFactor factor, Pattern pattern) {
        Sign(LimitingFactor factor, String regex) {
            this(factor, Pattern.compile(regex));
        }
    }

    // Signs in order of precedence: the first that matches names the line.
    private static final List<Sign> SERVER_SIGNS = List.of(
            new Sign(LimitingFactor.UNKNOWN, Pattern.quote(LogFinding.LEFT_OUT)),
            // With "in system" at its end, the message is about the whole host and not this process.
            new Sign(LimitingFactor.SERVER_FILE_DESCRIPTORS, "[Tt]oo many open files(?! in system)"),
            new Sign(
                    LimitingFactor.SERVER_NATIVE_THREADS,
                    "unable to create (new )?native thread|pthread_create failed|Failed to start the native thread"),
            new Sign(
                    LimitingFactor.SERVER_HEAP,
                    "OutOfMemoryError: (Java heap|GC overhead limit exceeded)|JavaScript heap out of memory|Out of"
                            + " shared memory|"
                            + NAMELESS_OUT_OF_MEMORY),
            new Sign(
                    LimitingFactor.SERVER_DIRECT_MEMORY,
                    "Cannot reserve \\d+ bytes of direct buffer memory|OutOfMemoryError: Direct buffer memory|"
                            + DirectMemory.NETTY_REFUSAL),
            new Sign(LimitingFactor.EPHEMERAL_PORTS, "Cannot assign requested address"),
            new Sign(
                    LimitingFactor.SERVER_MEMORY,
                    "insufficient memory for the Java Runtime Environment|Native memory allocation \\(m\\w+\\) failed"
                            + "|os::commit_memory\\(.*failed|OutOfMemoryError: Unable to allocate \\d+ bytes"),
            new Sign(
                    LimitingFactor.SERVER_CRASH,
                    "fatal error has been detected by the Java Runtime Environment|SIG(SEGV|BUS|ILL|FPE) \\(0x"));

    private static final Pattern OOM_KILL = Pattern.compile("[Oo]ut of memory: Kill(?:ed)? process (\\d+)");

    private static final List<Sign> KERNEL_SIGNS = List.of(
            new Sign(LimitingFactor.CONNTRACK_TABLE, "nf_conntrack: table full"),
            new Sign(LimitingFactor.KERNEL_TCP_MEMORY, "TCP: out of memory"),
            new Sign(LimitingFactor.SERVER_NATIVE_THREADS, FORK_REJECTED));

    // Signs of a proxy's error log.
    private static final List<Sign> PROXY_SIGNS = List.of(
            new Sign(LimitingFactor.PROXY_WORKER_CONNECTIONS, "worker_connections are not enough"),
            new Sign(LimitingFactor.PROXY_FILE_DESCRIPTORS, "\\(24: |Too many open files"),
            new Sign(
                    LimitingFactor.PROXY_MAX_CONNECTIONS,
                    "limiting connections by zone|server reached MaxRequestWorkers"),
            new Sign(LimitingFactor.PROXY_REFUSAL, "limiting requests, excess"),
            new Sign(LimitingFactor.PROXY_UPSTREAM_PORTS, "upstream.*\\(99: |\\(99: .*upstream"),
            new Sign(
                    LimitingFactor.PROXY_UPSTREAM,
                    "upstream timed out|no live upstreams|upstream prematurely closed"
                            + "|connect\\(\\) failed.*while connecting to upstream"));

    private LogScanner() {}

    /**
     * Returns the findings in a server's log and standard error, oldest first, at most five of each factor.
     *
     * @param lines lines with one character for each byte, as in ISO 8859-1
     */
    public static List<LogFinding> server(Stream<String> lines) {
        return scan(lines, LogScanner::factorOf);
    }

    /**
     * Returns the findings in kernel messages, at most five of each factor.
     *
     * @param lines messages since the scenario began; the kernel also keeps older ones, which must not be passed
     * @param serverPid process id of the server; the out-of-memory killer may have killed another process
     */
    public static List<LogFinding> kernel(Stream<String> lines, long serverPid) {
        return scan(lines, line -> kernelFactorOf(line, serverPid));
    }

    /** Returns the findings in lines that a proxy's error log has got during a step, at most five of each factor. */
    public static List<LogFinding> proxy(Stream<String> lines) {
        return scan(lines, line -> firstMatch(PROXY_SIGNS, line));
    }

    /** Returns the limit that a single text names, such as the text of an answer or of an exception. */
    public static Optional<LimitingFactor> factorOf(String text) {
        return firstMatch(SERVER_SIGNS, text);
    }

    /** Returns true if a JVM reports an OutOfMemoryError whose kind it could not even print. */
    static boolean isNamelessOutOfMemory(String text) {
        return text.contains(NAMELESS_OUT_OF_MEMORY);
    }

    /** Returns true if a JVM ran out of memory of any kind. */
    static boolean isOutOfMemory(String text) {
        return text.contains("OutOfMemoryError");
    }

    /** Returns true if the kernel reports that a cgroup may have no more tasks. */
    static boolean isForkRejected(LogFinding finding) {
        return finding.line().contains(FORK_REJECTED);
    }

    /** Returns true if a line names that place, such as a process or a listener. */
    static boolean mentions(LogFinding finding, String place) {
        return finding.line().contains(place);
    }

    static boolean saysTimeout(String answer) {
        String words = answer.toLowerCase(Locale.ROOT);
        return TIMEOUT_WORDS.stream().anyMatch(words::contains);
    }

    private static Optional<LimitingFactor> kernelFactorOf(String line, long serverPid) {
        Matcher kill = OOM_KILL.matcher(line);
        if (kill.find()) {
            if (Long.parseLong(kill.group(1)) == serverPid) {
                return Optional.of(LimitingFactor.SERVER_MEMORY);
            }
            // The kernel killed another process of this host. If that was for the limit of another cgroup, it does not
            // concern the server.
            return line.contains("Memory cgroup") ? Optional.empty() : Optional.of(LimitingFactor.HOST_MEMORY);
        }
        return firstMatch(KERNEL_SIGNS, line);
    }

    private static Optional<LimitingFactor> firstMatch(List<Sign> signs, String text) {
        return signs.stream()
                .filter(sign -> sign.pattern().matcher(text).find())
                .map(Sign::factor)
                .findFirst();
    }

    private interface Reader {
        Optional<LimitingFactor> factorOf(String line);
    }

    private static List<LogFinding> scan(Stream<String> lines, Reader reader) {
        Map<LimitingFactor, Integer> countByFactor = new EnumMap<>(LimitingFactor.class);
        List<LogFinding> findings = new ArrayList<>();
        Iterator<String> all = lines.iterator();
        long offset = 0;
        for (int number = 1; all.hasNext(); number++) {
            String line = all.next();
            offset += line.length() + 1;
            Optional<LimitingFactor> factor = reader.factorOf(line);
            if (factor.isPresent() && countByFactor.merge(factor.get(), 1, Integer::sum) <= FINDINGS_PER_FACTOR) {
                String cut = line.length() > LINE_CHARACTERS ? line.substring(0, LINE_CHARACTERS) : line;
                findings.add(new LogFinding(factor.get(), number, cut, offset, TIME_UNKNOWN));
            }
        }
        return List.copyOf(findings);
    }
}
