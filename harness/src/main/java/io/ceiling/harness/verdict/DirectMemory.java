package io.ceiling.harness.verdict;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.ReadingText;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.text.Figures;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Knows the limit of a server's direct buffers. Pure functions. */
public final class DirectMemory {

    /** Netty counts the buffers that it frees itself, and refuses them at a limit of its own. */
    static final String NETTY_REFUSAL = "of direct memory \\(used: \\d+, max: (\\d+)\\)";

    private static final Pattern NETTY = Pattern.compile(NETTY_REFUSAL);

    private DirectMemory() {}

    /**
     * Returns the limit of direct buffers in bytes: the one that the JVM reports, or else that of the options with which the
     * harness started it, without which it follows the heap. The options of a server that others started are not known, so
     * that nothing is seen if it does not report.
     *
     * @param reported limit that the JVM reports
     */
    public static Limit limit(Scenario scenario, Limit reported) {
        if (reported.isSeen()) {
            return reported;
        }
        if (scenario.jvm().directMemoryBytes().isPresent()) {
            return Limit.of(scenario.jvm().directMemoryBytes().getAsLong());
        }
        return scenario.isExternal() ? Limit.NOT_SEEN : scenario.jvm().heapMaxBytes();
    }

    /**
     * Returns the option that raises the limit.
     *
     * @param limit limit of the JVM
     * @param words words in which the server refused a buffer; Netty's have its own limit
     */
    static String relief(Limit limit, String words) {
        Matcher netty = NETTY.matcher(words);
        return netty.find()
                ? "raise -Dio.netty.maxDirectMemory (now %s), which follows -XX:MaxDirectMemorySize unless it is set"
                        .formatted(Figures.mebibytes(Long.parseLong(netty.group(1))))
                : "raise -XX:MaxDirectMemorySize (now %s)".formatted(ReadingText.mebibytes(limit));
    }
}
