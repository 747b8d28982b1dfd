package io.ceiling.anatomy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.ceiling.anatomy.ClassHistogram.ObjectCount;
import io.ceiling.anatomy.HeldObjects.Holding;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Walks through a dump of this JVM, in which the tests hold objects. */
class HeapWalkTest {

    private static final int SESSIONS = 300;

    /** As an application holds what belongs to its clients. */
    private static final Map<String, Session> HELD = new ConcurrentHashMap<>();

    private static final class Session {
        private final byte[] data = new byte[20_000];
        private final ByteBuffer buffer = ByteBuffer.allocate(1_000);
        private final List<long[]> history = new ArrayList<>(List.of(new long[77]));
        private final WeakReference<short[]> weak;

        private Session(short[] elsewhere) {
            weak = new WeakReference<>(elsewhere);
        }
    }

    private static HeldObjects walk(Path folder) throws IOException {
        Path file = folder.resolve("heap.hprof");
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(file.toString(), true);
        return HeapWalk.of(
                file,
                HeapLayout.DEFAULT,
                new ClassHistogram(Map.of(Session.class.getName(), new ObjectCount(SESSIONS, SESSIONS * 32L))));
    }

    @Test
    void eachObjectBelongsToTheFieldOfTheFirstClassThatIsNoneOfJava(@TempDir Path folder) throws IOException {
        short[] elsewhere = new short[10];
        for (int i = 0; i < SESSIONS; i++) {
            HELD.put("session" + i, new Session(elsewhere));
        }

        HeldObjects held = walk(folder);
        String session = Session.class.getName();
        int sessions = HELD.values().stream()
                .mapToInt(one ->
                        one.data.length + one.buffer.capacity() + one.history.size() + (one.weak.get() == null ? 1 : 0))
                .sum();
        HELD.clear();

        assertThat(sessions).isEqualTo(SESSIONS * (20_000 + 1_000 + 1));
        assertThat(held.of(new Holding("byte[]", session + ".data", "")))
                .isEqualTo(new ObjectCount(SESSIONS, SESSIONS * 20_016L));
        assertThat(held.of(new Holding("byte[]", session + ".buffer", "java.nio.HeapByteBuffer.hb")))
                .isEqualTo(new ObjectCount(SESSIONS, SESSIONS * 1_016L));
        assertThat(held.of(new Holding("long[]", session + ".history", "java.lang.Object[]")))
                .isEqualTo(new ObjectCount(SESSIONS, SESSIONS * 632L));
        assertThat(held.of(new Holding(
                        session,
                        HeapWalkTest.class.getName() + ".HELD",
                        "java.util.concurrent.ConcurrentHashMap$Node.val")))
                .isEqualTo(new ObjectCount(SESSIONS, SESSIONS * 32L));
        assertThat(held.groups().keySet())
                .noneMatch(holding -> holding.className().equals("short[]")
                        && holding.holder().startsWith(session));
    }

    @Test
    void otherFileIsRefused(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("heap.hprof");
        Files.write(file, "no dump".repeat(100).getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> HeapWalk.of(file, HeapLayout.DEFAULT, new ClassHistogram(Map.of())))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("the heap dump cannot be read: ");
    }
}
