package io.ceiling.anatomy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.anatomy.ClassHistogram.ObjectCount;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassHistogramTextTest {

    private static final String PRINTED =
            """
             num     #instances         #bytes  class name (module)
            -------------------------------------------------------
               1:         15391         757792  [B (java.base@25.0.3)
               2:          2450         231056  [Ljava.lang.Object; (java.base@25.0.3)
               3:             2             48  org.example.Twice
               4:             1             24  org.example.Twice
            Total         17844         988920
            """;

    @Test
    void classesHaveTheirNamesInSourceAndThoseOfOneNameAreOne() {
        assertThat(ClassHistogramText.parse(PRINTED).orElseThrow().classes())
                .containsOnlyKeys("byte[]", "java.lang.Object[]", "org.example.Twice")
                .containsEntry("byte[]", new ObjectCount(15_391, 757_792))
                .containsEntry("org.example.Twice", new ObjectCount(3, 72));
    }

    @Test
    void otherTextIsNoHistogram() {
        assertThat(ClassHistogramText.parse("")).isEmpty();
        assertThat(ClassHistogramText.parse("1: no such command")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "[B, byte[]",
        "[[J, long[][]",
        "[Ljava.util.HashMap$Node;, java.util.HashMap$Node[]",
        "java/lang/String, java.lang.String",
        "java.lang.invoke.LambdaForm$DMH/0x00007f8c1c000400, java.lang.invoke.LambdaForm$DMH",
        "org.example.Main$$Lambda$14/0x0000000800c03000, org.example.Main$$Lambda",
    })
    void nameInSource(String internal, String inSource) {
        assertThat(ClassName.inSource(internal)).isEqualTo(inSource);
    }
}
