package io.ceiling.load.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.ceiling.load.AgentCall;
import io.ceiling.load.channels.Bursts;
import io.ceiling.load.channels.ChannelPlan;
import io.ceiling.load.channels.ChannelTransport;
import io.ceiling.load.http.ExpectedAnswer;
import io.ceiling.load.http.HttpRequest;
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
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
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
    private static final byte[] RECORD =
            RecordPipe.encode(new Envelope.NumberedRequest(7, new AgentCall.Prepare(PLAN)));

    static Stream<Object> whatTravels() {
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
                                        new CustomPlan(
                                                CustomPlan.Kind.GET,
                                                List.of(new HttpRequest(
                                                        "POST",
                                                        "/orders",
                                                        "Content-Type: a/b\r\n",
                                                        "\u00ff\u0000{}",
                                                        3)),
                                                Map.of("ids.txt", "1\n2"),
                                                "",
                                                ExpectedAnswer.with("hello")))),
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
                        .map(call -> new Envelope.NumberedRequest(1, call)),
                Stream.of(
                        new Envelope.NumberedAnswer(1, AgentCall.Done.DONE, null),
                        new Envelope.NumberedAnswer(2, null, "no plan yet"),
                        new Envelope.NumberedAnswer(3, report(FailureCause.values()), null),
                        new Envelope.NumberedAnswer(4, report(), null),
                        new Envelope.NumberedAnswer(
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
                        new ByteCounts(5, 6, 7, 8, 9),
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
    void whatIsAskedAndAnsweredArrives(Object record) throws IOException {
        assertThat(read(RecordPipe.encode(record))).isEqualTo(record);
    }

    /** A command that was forgotten in the list above would be found out only by a run. */
    @Test
    void everyCommandTravels() {
        List<Class<?>> sent = whatTravels()
                .filter(Envelope.NumberedRequest.class::isInstance)
                .<Class<?>>map(
                        asked -> ((Envelope.NumberedRequest) asked).request().getClass())
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
        bytes.write(RecordPipe.encode(new Envelope.NumberedAnswer(1, null, "x")));
        InputStream in = new ByteArrayInputStream(bytes.toByteArray());

        assertThat(RecordPipe.read(in)).isInstanceOf(Envelope.NumberedRequest.class);
        assertThat(RecordPipe.read(in)).isInstanceOf(Envelope.NumberedAnswer.class);
        assertThat(RecordPipe.read(in)).isNull();
    }

    static Stream<Object> whatDoesNotTravel() throws Exception {
        return Stream.of(
                Duration.ofSeconds(1),
                new URL("http://127.0.0.1/"),
                new HashMap<>(Map.of("a", "b")),
                new ArrayList<>(List.of(1)),
                new byte[10],
                "text",
                new AgentCall.Done[][] {{AgentCall.Done.DONE}},
                new LinkException("an exception of this module"));
    }

    @ParameterizedTest
    @MethodSource("whatDoesNotTravel")
    void otherClassesAreRefusedAtBothEnds(Object stranger) {
        assertThatThrownBy(() -> RecordPipe.encode(new Envelope.NumberedAnswer(1, stranger, null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith(" does not travel to another process");
        refused(framed(forged(stranger.getClass().getName())), " does not travel to another process");
    }

    /** Both ends may be of different builds, with components of the same types in another order. */
    @Test
    void aRecordWithOtherComponentsIsRefused() {
        byte[] other = RecordPipe.encode(new Envelope.NumberedAnswer(1, null, "x"));
        String name = "io.ceiling.load.link.Envelope$NumberedAnswer";
        int layout = new String(other, StandardCharsets.ISO_8859_1).indexOf(name) + name.length();
        other[layout]++;

        refused(other, "Envelope$NumberedAnswer has other components at the other end");
    }

    /** Records may be within records, but a few bytes must not exhaust the stack. */
    @Test
    void recordsWithinRecordsWithoutAnEndAreRefused() {
        Envelope.NumberedAnswer nested = new Envelope.NumberedAnswer(1, null, null);
        for (int depth = 0; depth < 1_000; depth++) {
            nested = new Envelope.NumberedAnswer(1, nested, null);
        }

        refused(RecordPipe.encode(nested), "records within records: more than 16");
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
    void aRecordThatIsCutOffIsRefusedWithOneLine(@ForAll @IntRange(min = 1, max = 200) int cut) {
        int kept = 1 + cut % (RECORD.length - Integer.BYTES - 1);
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
        refused(framed(forged(name)), "bytes are no record: ");
    }

    /** Returns the bytes of a record whose class has another name. */
    private static byte[] forged(String name) {
        byte[] real = "io.ceiling.load.link.Envelope$NumberedRequest".getBytes(StandardCharsets.UTF_8);
        byte[] other = name.getBytes(StandardCharsets.UTF_8);
        int at = new String(RECORD, StandardCharsets.ISO_8859_1).indexOf(new String(real, StandardCharsets.ISO_8859_1));
        byte[] record = ByteBuffer.allocate(RECORD.length - real.length + other.length)
                .put(RECORD, 0, at - Short.BYTES)
                .putShort((short) other.length)
                .put(other)
                .put(RECORD, at + real.length, RECORD.length - at - real.length)
                .array();
        return Arrays.copyOfRange(record, Integer.BYTES, record.length);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, RecordPipe.MAX_BYTES + 1})
    void aLengthThatCannotBeIsRefusedBeforeAnythingIsAllocated(int length) {
        refused(
                ByteBuffer.allocate(8).putInt(length).array(),
                "expected a record of at most 20971520 bytes, got the length ");
    }

    @Test
    void moreThanOneObjectInARecordIsRefused() {
        byte[] twice = Arrays.copyOfRange(RECORD, Integer.BYTES, RECORD.length + 3);

        refused(framed(twice), "bytes are not exactly one record");
    }

    /** A record whose constructor refuses at the other end what it took at this one. */
    private record Picky(int value) {
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
        Envelope.NumberedAnswer answered = new Envelope.NumberedAnswer(1, null, "x".repeat(RecordPipe.MAX_BYTES));

        assertThatThrownBy(() -> RecordPipe.encode(answered))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("too long, at most 20971520 are sent at once");
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
