package io.ceiling.climb;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.main.CommandLineFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClimbCommandTest extends CommandLineFixture {

    ClimbCommandTest(@TempDir Path home) throws IOException {
        super(home);
    }

    @Test
    void climbStartsWithTheDefaultsOfAShell() {
        assertThat(execute("climb", "--container=tomcat", "--hold=1s")).isZero();

        assertThat(others(ClimbRequest.class)).singleElement().satisfies(climb -> {
            assertThat(climb.plans()).singleElement().satisfies(plan -> assertThat(plan.name())
                    .isEqualTo("tomcat nio platform recursive"));
            assertThat(climb.run().scenarios()).singleElement().satisfies(start -> {
                assertThat(start.nofile()).isEqualTo(Limit.of(1024));
                assertThat(start.jvm().heapMaxBytes()).isEqualTo(Limit.of(512L << 20));
                assertThat(start.sizes().maxThreads()).isEqualTo(Limit.DEFAULT);
                assertThat(start.capConnections()).isEqualTo(20_000);
            });
            assertThat(climb.run().ramp().hold()).isEqualTo(Duration.ofSeconds(1));
            assertThat(climb.run().folders().name()).isEqualTo("climb-tomcat");
            assertThat(climb.run().commandLine()).containsExactly("climb", "--container=tomcat", "--hold=1s");
        });
    }

    @Test
    void theArticleIsClimbedThreeTimes() {
        assertThat(execute("climb", "--preset=article")).isZero();

        assertThat(others(ClimbRequest.class)).singleElement().satisfies(climb -> assertThat(climb.plans())
                .extracting(ClimbPlan::name)
                .containsExactly(
                        "tomcat platform recursive", "tomcat virtual recursive", "tomcat platform recursive-async"));
    }

    @Test
    void aDryClimbPrintsItsStartAndStartsNothing() {
        assertThat(execute("climb", "--workload=hold-async", "--dry-run")).isZero();

        assertThat(text(out)).startsWith("tomcat-nio-platform-hold-async-heap512m-nofile1024-");
        assertThat(others(ClimbRequest.class)).isEmpty();
    }
}
