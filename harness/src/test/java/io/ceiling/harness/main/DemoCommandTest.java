package io.ceiling.harness.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.ceiling.container.ThreadKind;
import io.ceiling.harness.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest extends CommandLineFixture {

    DemoCommandTest(@TempDir Path home) throws IOException {
        super(home);
    }

    @Test
    void isARunOfFourServersOfTomcatAndEndsWithTheNextCommand() {
        assertThat(execute("demo")).as(text(err)).isZero();

        assertThat(requests).singleElement().satisfies(request -> {
            assertThat(request.commandLine()).containsExactly("run", "--preset=demo", "--container=tomcat");
            assertThat(request.folders().name()).isEqualTo("demo-tomcat");
            assertThat(request.scenarios())
                    .extracting(
                            scenario -> scenario.workload().label(), Scenario::threadKind, scenario -> scenario.sizes()
                                    .bufferBytes())
                    .containsExactly(
                            tuple("hold-blocking", ThreadKind.PLATFORM, OptionalInt.empty()),
                            tuple("hold-blocking", ThreadKind.VIRTUAL, OptionalInt.empty()),
                            tuple("websocket", ThreadKind.PLATFORM, OptionalInt.empty()),
                            tuple("websocket", ThreadKind.PLATFORM, OptionalInt.of(1024)));
        });
        assertThat(text(out).lines().toList()).last().asString().startsWith("yours:    ceiling http://");
    }

    @Test
    void takesTheOptionsOfARun() {
        assertThat(execute("demo", "--container", "jetty", "--heap=256m", "--verbose"))
                .as(text(err))
                .isZero();

        assertThat(requests).singleElement().satisfies(request -> {
            assertThat(request.commandLine())
                    .containsExactly("run", "--preset=demo", "--container=jetty", "--heap=256m");
            assertThat(request.scenarios()).extracting(Scenario::container).containsOnly("jetty");
            assertThat(request.verbose()).isTrue();
        });
    }

    @Test
    void whatCouldNotRunHasNoNextCommand() {
        assertThat(Ceiling.execute(context(request -> 3), "demo")).isEqualTo(3);

        assertThat(text(out)).doesNotContain("yours: ");
    }

    @Test
    void everyContainerHasADemo() {
        for (String container : List.of("tomcat", "jetty", "undertow")) {
            assertThat(execute("demo", "--container=" + container, "--dry-run")).isZero();
            assertThat(text(out)).contains("demo-%s: 4 scenarios, about ".formatted(container));
        }
        assertThat(requests).isEmpty();
    }
}
