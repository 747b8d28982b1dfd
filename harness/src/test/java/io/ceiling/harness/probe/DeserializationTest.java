package io.ceiling.harness.probe;

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
    void classesOfALibraryAreNot() {
        assertThatThrownBy(() -> sent(JsonNodeFactory.instance.objectNode())).isInstanceOf(InvalidClassException.class);
    }

    @Test
    void classesOfTheJdkThatCallOthersAreNot() {
        assertThatThrownBy(() -> sent(new javax.naming.CompositeName())).isInstanceOf(InvalidClassException.class);
    }
}
