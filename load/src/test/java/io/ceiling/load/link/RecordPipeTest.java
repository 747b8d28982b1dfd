package io.ceiling.load.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.ceiling.load.AgentCall;
import io.ceiling.load.channels.Bursts;
import io.ceiling.load.channels.ChannelPlan;
import io.ceiling.load.channels.ChannelTransport;
import io.ceiling.load.loop.Pace;
import io.ceiling.load.report.AgeRange;
import io.ceiling.load.report.AgentHistograms;
import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.ByteCounts;
import io.ceiling.load.report.ChannelCounts;
import io.ceiling.load.report.ConnectionCounts;
import io.ceiling.load.report.Counts;
import io.ceiling.load.report.ExchangeCounts;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.report.Failures;
import io.ceiling.load.report.LoopTimes;
import io.ceiling.load.report.PublishCounts;
import io.ceiling.load.report.Refusal;
import io.ceiling.load.report.RefusalKind;
import io.ceiling.load.report.Usage;
import io.ceiling.load.socket.Access;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.workload.CustomPlan;
import io.ceiling.load.workload.LoadPlan;
import io.ceiling.load.workload.LoadWorkload;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordPipeTest {

    private static final LoadPlan PLAN = LoadPlan.of(ServerAddress.local(80, "/ceiling"), LoadWorkload.KEEP_ALIVE);
    private static final byte[] RECORD = RecordPipe.encode(new Envelope.Asked(7, new AgentCall.Prepare(PLAN)));

    static Stream<Serializable> whatTravels() {
        return Stream.concat(
                Stream.of(
                                new AgentCall.Prepare(PLAN),
                                new AgentCall.Prepare(LoadPlan.channels(
                                        ServerAddress.local(80, ""),
                                        new ChannelPlan(ChannelTransport.LONG_POLLING, 1_000, 1, 2, 50))),
                                new AgentCall.Prepare(LoadPlan.custom(
                                        new ServerAddress(
                                                "::1",
                                                443,
                                                "",
                                                new Access("host", true, false, "Authorization: x\r\n")),
                                        new CustomPlan(CustomPlan.Kind.WEBSOCKET, "/chat", "hello", "hello"))),
                                new AgentCall.Open(1, 2.5),
                                new AgentCall.OpenInWindow(100, 32, 5_000),
                                new AgentCall.StopOpening(),
                                new AgentCall.Exchange(1),
                                new AgentCall.Saturate(2),
                                new AgentCall.Converse(new Pace(1, 2, 3, 4)),
                                new AgentCall.Publish(new Bursts(10, 50, 1_000_000, 1_000, 1_000_000_000, 42)),
                                new AgentCall.Trim(3),
                                new AgentCall.ForgetDeliveries(),
                                new AgentCall.ForgetTimes(),
                                new AgentCall.Report(),
                                new AgentCall.ReportAfterGc(),
                                new AgentCall.ReadHistograms())
                        .map(call -> new Envelope.Asked(1, call)),
                Stream.of(
                        new Envelope.Answered(1, AgentCall.Done.DONE, null),
                        new Envelope.Answered(2, null, "no plan yet"),
                        new Envelope.Answered(3, report(FailureCause.values()), null),
                        new Envelope.Answered(4, report(), null),
                        new Envelope.Answered(
                                5, new AgentHistograms("a", "b", "c", "d", "e", "f".repeat(99_000)), null)));
    }

    private static AgentReport report(FailureCause... causes) {
        Map<FailureCause, Long> counts = new HashMap<>();
        Map<FailureCause, String> texts = new HashMap<>();
        for (FailureCause cause : causes) {
            counts.put(cause, 3L);
            texts.put(cause, "text of " + cause);
        }
        return new AgentReport(
                4711,
                "epoll",
                new Counts(
                        new ConnectionCounts(1, 2, 3, 4, 5, 6, 7, 8),
                        new Failures(counts, texts, Map.of(RefusalKind.RESET, new Refusal(1, 2, 3))),
                        AgeRange.of(5),
                        new ExchangeCounts(1, 2, 3, 4),
                        new ByteCounts(5, 6),
                        ChannelCounts.NONE,
                        PublishCounts.NONE),
                new AgentProcess(
                        1,
                        2,
                        Usage.of(1, 2),
                        Usage.of(3, 4),
                        causes.length == 0 ? null : 9L,
                        5,
                        6,
                        LoopTimes.of(List.of(7L, 8L))));
    }

    @ParameterizedTest
    @MethodSource("whatTravels")
    void whatIsAskedAndAnsweredArrives(Serializable record) throws IOException {
        assertThat(read(RecordPipe.encode(record))).isEqualTo(record);
    }

    /** A command that was forgotten in the list above would be found out only by a run. */
    @Test
    void everyCommandTravels() {
        List<Class<?>> sent = whatTravels()
                .filter(Envelope.Asked.class::isInstance)
                .<Class<?>>map(asked -> ((Envelope.Asked) asked).request().getClass())
                .distinct()
                .toList();

        assertThat(sent).containsExactlyInAnyOrderElementsOf(leaves(AgentCall.class));
    }

    private static List<Class<?>> leaves(Class<?> type) {
        if (!type.isSealed()) {
            return List.of(type);
        }
        List<Class<?>> leaves = new ArrayList<>();
        for (Class<?> permitted : type.getPermittedSubclasses()) {
            leaves.addAll(leaves(permitted));
        }
        return leaves;
    }

    @Test
    void recordsFollowEachOtherUntilThePipeEnds() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(RECORD);
        bytes.write(RecordPipe.encode(new Envelope.Answered(1, null, "x")));
        InputStream in = new ByteArrayInputStream(bytes.toByteArray());

        assertThat(RecordPipe.read(in)).isInstanceOf(Envelope.Asked.class);
        assertThat(RecordPipe.read(in)).isInstanceOf(Envelope.Answered.class);
        assertThat(RecordPipe.read(in)).isNull();
    }

    static Stream<Object> whatDoesNotTravel() throws Exception {
        return Stream.of(
                Duration.ofSeconds(1),
                new URL("http://127.0.0.1/"),
                new HashMap<>(Map.of("a", "b")),
                new ArrayList<>(List.of(1)),
                new byte[10],
                new AgentCall.Done[][] {{AgentCall.Done.DONE}},
                new LinkException("an exception of this module"),
                Proxy.newProxyInstance(
                        RecordPipeTest.class.getClassLoader(),
                        new Class<?>[] {Comparator.class},
                        (proxy, method, arguments) -> null));
    }

    @ParameterizedTest
    @MethodSource("whatDoesNotTravel")
    void otherClassesAreRefused(Object stranger) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            // The handler of a proxy cannot be written, but its class comes first.
            Throwable unwritten = catchThrowable(() -> out.writeObject(stranger));
            out.flush();
            assertThat(unwritten == null || Proxy.isProxyClass(stranger.getClass()))
                    .isTrue();
        }

        refused(framed(bytes.toByteArray()), "bytes are no record: ");
    }

    @Property
    void garbageIsRefusedWithOneLine(@ForAll @Size(min = 1, max = 300) byte[] garbage) {
        assertThatThrownBy(() -> read(garbage))
                .isInstanceOf(IOException.class)
                .message()
                .doesNotContain("\n", "\r");
        refused(framed(garbage), "");
    }

    @Property
    void aRecordThatIsCutOffIsRefusedWithOneLine(@ForAll @IntRange(min = 1, max = 200) int kept) {
        assertThatThrownBy(() -> read(Arrays.copyOf(RECORD, kept)))
                .isInstanceOf(EOFException.class)
                .hasMessageMatching("the pipe ended (within|after) .* of a record");
        refused(framed(Arrays.copyOfRange(RECORD, Integer.BYTES, Integer.BYTES + kept)), "bytes are no record: ");
    }

    @Property
    void aRecordWithOtherBytesIsAnotherRecordOrRefusedWithOneLine(
            @ForAll @IntRange(min = 4, max = 100_000) int at, @ForAll byte other) {
        byte[] changed = RECORD.clone();
        changed[4 + at % (changed.length - 4)] = other;

        Throwable thrown = catchThrowable(() -> assertThat(read(changed)).isNotNull());

        if (thrown != null) {
            refused(changed, "");
        }
    }

    @Property
    void whateverAClassIsCalledItIsRefusedWithOneLine(@ForAll @StringLength(max = 300) String name) {
        byte[] real = "io.ceiling.load.link.Envelope$Asked".getBytes(StandardCharsets.UTF_8);
        byte[] forged = name.getBytes(StandardCharsets.UTF_8);
        int at = new String(RECORD, StandardCharsets.ISO_8859_1).indexOf(new String(real, StandardCharsets.ISO_8859_1));
        byte[] record = ByteBuffer.allocate(RECORD.length - real.length + forged.length)
                .put(RECORD, 0, at - Short.BYTES)
                .putShort((short) forged.length)
                .put(forged)
                .put(RECORD, at + real.length, RECORD.length - at - real.length)
                .array();

        refused(framed(Arrays.copyOfRange(record, Integer.BYTES, record.length)), "bytes are no record: ");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, RecordPipe.MAX_BYTES + 1})
    void aLengthThatCannotBeIsRefusedBeforeAnythingIsAllocated(int length) {
        refused(
                ByteBuffer.allocate(8).putInt(length).array(),
                "expected a record of at most 4194304 bytes, got the length ");
    }

    @Test
    void moreThanOneObjectInARecordIsRefused() {
        byte[] twice = Arrays.copyOfRange(RECORD, Integer.BYTES, RECORD.length + 3);

        refused(framed(twice), "bytes are not exactly one record");
    }

    /** A record whose constructor refuses at the other end what it took at this one. */
    private record Picky(int value) implements Serializable {
        private static boolean refuses;

        Picky {
            if (refuses) {
                throw new IllegalArgumentException("value must be something else, was " + value);
            }
        }
    }

    @Test
    void aRecordIsCheckedByItsConstructor() {
        byte[] record = RecordPipe.encode(new Picky(13));

        Picky.refuses = true;

        refused(record, "bytes are no record: value must be something else, was 13");
    }

    @Test
    void whatWouldBeTooLongIsNotSent() {
        Envelope.Answered answered = new Envelope.Answered(1, null, "x".repeat(RecordPipe.MAX_BYTES));

        assertThatThrownBy(() -> RecordPipe.encode(answered))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("too long, at most 4194304 are sent at once");
    }

    private static @Nullable Object read(byte[] bytes) throws IOException {
        return RecordPipe.read(new ByteArrayInputStream(bytes));
    }

    private static byte[] framed(byte[] record) {
        return ByteBuffer.allocate(Integer.BYTES + record.length)
                .putInt(record.length)
                .put(record)
                .array();
    }

    private static void refused(byte[] bytes, String words) {
        assertThatThrownBy(() -> read(bytes))
                .isInstanceOf(RecordPipe.RecordException.class)
                .hasMessageContaining(words)
                .message()
                .doesNotContain("\n", "\r")
                .hasSizeLessThan(400);
    }
}
