package io.ceiling.harness.cli;

import io.ceiling.harness.scenario.Publishing;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The options for the messages of workloads that subscribe. */
@Heading.Under(Heading.MESSAGES)
final class PublishingOptions {

    @Option(
            names = "--publish",
            paramLabel = "N",
            converter = RateConverter.class,
            description = "messages published per second, or max (without pause)")
    private @Nullable Integer perSecond;

    @Between(min = 1_000)
    @Option(
            names = "--publish-time",
            paramLabel = "TIME",
            description = "how long messages are published in each step, at least 1s")
    private @Nullable Duration time;

    @Between(min = Publishing.MIN_BYTES, max = 65_536)
    @Option(names = "--message-bytes", paramLabel = "N", description = "size of a message in bytes")
    private @Nullable Integer bytes;

    @Between(min = 1, max = 10_000_000)
    @Option(
            names = "--identifiers",
            paramLabel = "N",
            description = "number of channels; subscriber i joins channel i mod N")
    private @Nullable Integer identifiers;

    @Between(min = 1)
    @Option(
            names = "--message-slo",
            paramLabel = "TIME",
            description = "time within which 99 %% of the messages must arrive")
    private @Nullable Duration p99;

    @Between(min = 2, max = 1_000_000)
    @Option(names = "--slow-every", paramLabel = "N", description = "every Nth subscriber never reads")
    private @Nullable Integer slowEvery;

    /** A rate per second; {@code max} is 0, a closed loop. */
    static final class RateConverter implements ITypeConverter<Integer> {

        private final Converters.WholeNumber numbers = new Converters.WholeNumber(1, 1_000_000);

        @Override
        public Integer convert(String text) {
            return text.equals("max") ? 0 : numbers.number(text, ", or max (without pause)");
        }
    }

    boolean given() {
        return perSecond != null
                || time != null
                || bytes != null
                || identifiers != null
                || p99 != null
                || slowEvery != null;
    }

    Publishing publishing(Publishing defaults) {
        return new Publishing(
                given(perSecond, defaults.perSecond()),
                given(bytes, defaults.messageBytes()),
                given(identifiers, defaults.identifiers()),
                time == null ? defaults.time() : time,
                p99 == null ? defaults.p99() : p99,
                given(slowEvery, defaults.slowEvery()));
    }

    private static int given(@Nullable Integer value, int otherwise) {
        return value == null ? otherwise : value;
    }
}
