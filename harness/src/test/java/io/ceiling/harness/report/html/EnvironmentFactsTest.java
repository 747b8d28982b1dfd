package io.ceiling.harness.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.ceiling.harness.report.html.EnvironmentFacts.Fact;
import java.util.List;
import org.junit.jupiter.api.Test;

class EnvironmentFactsTest {

    @Test
    void theSetUpOfTheHostIsAGroupWithWhatWasNotSeen() throws Exception {
        List<EnvironmentFacts> groups = EnvironmentFacts.of(
                new ObjectMapper()
                        .readTree(
                                """
                                {"environment": {"kernel": "6.1", "setup": {"cpu_governor": "not seen", "swappiness": "60",
                                 "swap_total_bytes": "2147483648", "cgroup_memory_max_bytes": "unlimited"}}}"""));

        assertThat(groups)
                .containsExactly(
                        new EnvironmentFacts("Machine and build", List.of(new Fact("kernel", "6.1"))),
                        new EnvironmentFacts(
                                "Set-up of the host",
                                List.of(
                                        new Fact("cpu governor", "not seen"),
                                        new Fact("swappiness", "60"),
                                        new Fact("swap total bytes", "2.0 GiB (2147483648)"),
                                        new Fact("cgroup memory max bytes", "unlimited"))));
    }
}
