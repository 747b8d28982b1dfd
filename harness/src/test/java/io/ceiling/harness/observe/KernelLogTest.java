package io.ceiling.harness.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KernelLogTest {

    private static final String OLD = "[   99.000000] TCP: out of memory -- consider tuning tcp_mem";
    private static final String NEW = "[   12.500000] nf_conntrack: table full, dropping packet";

    private Optional<List<String>> kernel = Optional.of(List.of());

    private KernelLog log(List<String> messages) {
        kernel = Optional.of(messages);
        return new KernelLog(() -> kernel);
    }

    private static List<String> messages(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> "[%5d.000000] message %d".formatted(i, i))
                .toList();
    }

    private static List<String> joined(List<String> first, String... more) {
        return Stream.concat(first.stream(), Stream.of(more)).toList();
    }

    /** As after a suspend, or in a container whose uptime is its own: the clock of a message says nothing. */
    @Test
    void messagesAreNewIfTheyFollowTheOldOnesWhateverTheirClockSays() {
        KernelLog log = log(List.of("[    1.000000] Linux version", OLD));

        assertThat(log.lines()).isEmpty();
        kernel = Optional.of(List.of("[    1.000000] Linux version", OLD, NEW, "no stamp"));

        assertThat(log.lines()).containsExactly("nf_conntrack: table full, dropping packet");
    }

    @Test
    void theSameMessageOnceMoreIsNew() {
        KernelLog log = log(List.of(OLD, OLD));
        kernel = Optional.of(List.of(OLD, OLD, NEW, OLD));

        assertThat(log.lines()).hasSize(2).last().asString().startsWith("TCP: out of memory");
    }

    @Test
    void messagesThatTheKernelHasDroppedMeanwhileLeaveTheRestOld() {
        KernelLog log = log(messages(0, 100));

        kernel = Optional.of(joined(messages(95, 100), NEW));
        assertThat(log.lines()).containsExactly("nf_conntrack: table full, dropping packet");

        kernel = Optional.of(messages(100, 300));
        assertThat(log.lines()).hasSize(200);
    }

    @Test
    void allAreNewAfterTheMessagesWereCleared() {
        KernelLog log = log(messages(0, 100));
        kernel = Optional.of(List.of(NEW));

        assertThat(log.lines()).hasSize(1);
    }

    @Test
    void allAreNewIfThereWereNone() {
        KernelLog log = log(List.of());
        kernel = Optional.of(new ArrayList<>(List.of(NEW)));

        assertThat(log.lines()).hasSize(1);
    }

    @Test
    void noneIsNewIfTheOldOnesCouldNotBeRead() {
        KernelLog log = new KernelLog(() -> kernel.filter(messages -> !messages.isEmpty()));
        kernel = Optional.of(List.of(OLD));

        assertThat(log.lines()).isEmpty();
    }
}
