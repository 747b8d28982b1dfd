package io.ceiling.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.html.ForeignFiles;
import io.ceiling.harness.report.html.RunFiles;
import io.ceiling.harness.report.html.RunReport;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** A jmh.json that comes from somebody else. */
class ForeignResultsPropertyTest {

    @Provide
    Arbitrary<String> json() {
        return ForeignFiles.json();
    }

    @Property
    void anyBenchmarksAreAReportOrOneLine(@ForAll("json") String json) {
        JmhPart part = new JmhPart();
        ForeignFiles.readOrRefused(JmhResult.FILE, json.getBytes(StandardCharsets.UTF_8), folder -> {
            RunFiles files = RunFiles.read(folder);
            assertThat(part.headline(files)).isNotNull();
            assertThat(part.data(files)).isNotNull();
            assertThat(part.environment(files)).isNotNull();
        });
    }

    @Test
    void depthIsNotFollowed() {
        ForeignFiles.deepOnes().forEach(deep -> ForeignFiles.readOrRefused(JmhResult.FILE, deep, RunReport::write));
    }
}
