package io.ceiling.harness.observe.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.List;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.Test;

class DeserializationTest {

    private static Object sent(Serializable object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            in.setObjectInputFilter(ObjectInputFilter.Config.createFilter(Deserialization.ADMITTED));
            return in.readObject();
        }
    }

    @Test
    void whatAnMBeanAnswersIsAdmitted() throws Exception {
        Object heap = ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName(ManagementFactory.MEMORY_MXBEAN_NAME), "HeapMemoryUsage");

        Object got = sent((Serializable) heap);

        assertThat(MemoryUsage.from((CompositeData) got).getUsed()).isPositive();
        assertThat(sent(new long[] {1, 2})).isEqualTo(new long[] {1, 2});
        assertThat(sent(new ArrayList<>(List.of("a")))).isEqualTo(List.of("a"));
    }

    @Test
    void theDumpOfManyDeepThreadsIsAdmitted() throws Exception {
        Object one = ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME),
                        "getThreadInfo",
                        new Object[] {new long[] {Thread.currentThread().getId()}, ThreadDumper.MAX_FRAMES},
                        new String[] {long[].class.getName(), int.class.getName()});
        // Each with texts and numbers of its own, as if no two threads had anything in common.
        List<CompositeData[]> many = new ArrayList<>();
        for (int i = 0; i < ThreadDumper.MAX_THREADS; i++) {
            many.add(new CompositeData[] {(CompositeData) sent((Serializable) ((CompositeData[]) one)[0])});
        }

        assertThat(sent(many.toArray(CompositeData[][]::new))).isInstanceOf(CompositeData[][].class);
    }

    @Test
    void whatIsTooDeepTooManyOrTooLongIsNot() {
        Object nested = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            nested = new ArrayList<>(List.of(nested));
        }
        ArrayList<Object> half = new ArrayList<>();
        for (int i = 0; i < 600_000; i++) {
            half.add(new ArrayList<>(0));
        }
        ArrayList<Object> many = new ArrayList<>(List.of(half, half.clone()));
        Serializable deep = (Serializable) nested;

        assertThatThrownBy(() -> sent(deep)).isInstanceOf(InvalidClassException.class);
        assertThatThrownBy(() -> sent(many)).isInstanceOf(InvalidClassException.class);
        assertThatThrownBy(() -> sent(new long[1_000_001])).isInstanceOf(InvalidClassException.class);
        assertThatThrownBy(() -> sent(new Object[] {"x".repeat(65 << 20), new ArrayList<>()}))
                .isInstanceOf(InvalidClassException.class);
    }

    @Test
    void classesOfALibraryAreNot() {
        assertThatThrownBy(() -> sent(JsonNodeFactory.instance.objectNode())).isInstanceOf(InvalidClassException.class);
    }

    @Test
    void classesOfTheJdkThatCallOthersAreNot() {
        assertThatThrownBy(() -> sent(new javax.naming.CompositeName())).isInstanceOf(InvalidClassException.class);
    }
}
