package io.ceiling.harness.cli;

import io.ceiling.harness.model.Publishing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options about what the server publishes in a broadcast workload. */
final class PublishingOptions {

    private static final String CLOSED_LOOP = "max";
    private static final int MOST_PER_SECOND = 1_000_000;
    private static final int MOST_BYTES = 65_536;
    private static final int MOST_IDENTIFIERS = 10_000_000;
    private static final int MOST_SLOW_EVERY = 1_000_000;

    @Option(
            names = "--publish",
            paramLabel = "N",
            description = "broadcast: messages published in a second, or max (without pause)")
    private @Nullable String perSecond;

    @Option(names = "--publish-time", paramLabel = "TIME", description = "broadcast: how long in each step, >= 1s")
    private @Nullable String time;

    @Option(names = "--message-bytes", paramLabel = "N", description = "broadcast: size of a message")
    private @Nullable String bytes;

    @Option(names = "--identifiers", paramLabel = "N", description = "broadcast: subscriber i gets those of i mod N")
    private @Nullable String identifiers;

    @Option(
            names = "--message-slo",
            paramLabel = "TIME",
            description = "broadcast: 99 %% of the messages arrive within that time")
    private @Nullable String p99;

    @Option(names = "--slow-every", paramLabel = "N", description = "broadcast: one of N subscribers never reads")
    private @Nullable String slowEvery;

    boolean given() {
        return !arguments().isEmpty();
    }

    Publishing publishing(Publishing usual) {
        return new Publishing(
                perSecond == null ? usual.perSecond() : perSecond(perSecond),
                bytes == null
                        ? usual.messageBytes()
                        : RunOptions.number("--message-bytes", bytes, Publishing.LEAST_BYTES, MOST_BYTES),
                identifiers == null
                        ? usual.identifiers()
                        : RunOptions.number("--identifiers", identifiers, 1, MOST_IDENTIFIERS),
                time == null ? usual.time() : DurationOption.parse("--publish-time", time, Duration.ofSeconds(1)),
                p99 == null ? usual.p99() : DurationOption.parse("--message-slo", p99, Duration.ofMillis(1)),
                slowEvery == null
                        ? usual.slowEvery()
                        : RunOptions.number("--slow-every", slowEvery, 2, MOST_SLOW_EVERY));
    }

    private static int perSecond(String text) {
        return text.equals(CLOSED_LOOP)
                ? 0
                : RunOptions.number("--publish", text, 1, MOST_PER_SECOND, ", or max (without pause)");
    }

    /** The given options again as arguments. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        RunOptions.add(arguments, "--publish", perSecond);
        RunOptions.add(arguments, "--publish-time", time);
        RunOptions.add(arguments, "--message-bytes", bytes);
        RunOptions.add(arguments, "--identifiers", identifiers);
        RunOptions.add(arguments, "--message-slo", p99);
        RunOptions.add(arguments, "--slow-every", slowEvery);
        return arguments;
    }
}
