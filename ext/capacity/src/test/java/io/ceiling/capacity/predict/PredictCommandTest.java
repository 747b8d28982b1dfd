package io.ceiling.capacity.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.command.probe.FullGcOptions.FullGcPolicy;
import io.ceiling.harness.main.CommandLineFixture;
import io.ceiling.harness.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PredictCommandTest extends CommandLineFixture {

    PredictCommandTest(@TempDir Path home) throws IOException {
        super(home);
    }

    @Test
    void withoutOptionsIsKeepAliveOfTomcat() {
        assertThat(execute("predict")).as(text(err)).isZero();

        assertThat(others(PredictRequest.class)).singleElement().satisfies(request -> {
            assertThat(request.run().scenarios()).singleElement().satisfies(scenario -> assertThat(scenario.workload())
                    .isEqualTo(Workloads.KEEP_ALIVE));
            assertThat(request.runningServer()).isEmpty();
            assertThat(request.maxConnections()).isEmpty();
            assertThat(request.collections()).isEqualTo(FullGcPolicy.DEFAULT);
            assertThat(request.pace()).isEmpty();
            assertThat(request.run().folders().name()).isEqualTo("predict-keep-alive-tomcat");
        });
    }

    @Test
    void limitsOfTheServerAreTheUsers() {
        assertThat(execute("predict --workload=hold-blocking --threads=150 --cap=50 --pace=2.5"))
                .as(text(err))
                .isZero();

        assertThat(others(PredictRequest.class)).singleElement().satisfies(request -> {
            assertThat(request.run().scenarios().get(0).sizes().maxThreads()).isEqualTo(Limit.of(150));
            assertThat(request.maxConnections()).hasValue(50);
            assertThat(request.pace()).hasValue(2.5);
        });
    }

    @Test
    void runningServerGetsNoMoreConnectionsThanAllowed() {
        assertThat(execute("predict http://127.0.0.1:8080/shop --get=/orders --pid=4711 --cap=100"))
                .as(text(err))
                .isZero();

        assertThat(others(PredictRequest.class)).singleElement().satisfies(request -> {
            assertThat(request.runningServer()).hasValueSatisfying(probe -> {
                assertThat(probe.load().maxConnections()).hasValue(100);
                assertThat(probe.load().custom()).isPresent();
                assertThat(probe.servers().get(0).pid()).hasValue(4711);
            });
            assertThat(request.run().folders().ownerOnly()).isTrue();
            assertThat(request.run().folders().name()).isEqualTo("predict-127.0.0.1-8080");
        });
    }

    @Test
    void probePredictsInPlaceOfARamp() {
        assertThat(execute("probe http://127.0.0.1:8080/shop --get=/orders --predict --cap=200"))
                .as(text(err))
                .isZero();

        assertThat(probes).isEmpty();
        assertThat(others(PredictRequest.class)).singleElement().satisfies(request -> {
            assertThat(request.runningServer()).isPresent();
            assertThat(request.maxConnections()).hasValue(200);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "predict http://127.0.0.1:8080/shop --get=/orders --no-gc,NEVER",
        "probe http://127.0.0.1:8080/shop --get=/orders --predict --no-gc,NEVER",
        "predict --force-gc,ALWAYS"
    })
    void collectionsAreTheUsers(String arguments, FullGcPolicy wanted) {
        assertThat(execute(arguments)).as(text(err)).isZero();

        assertThat(others(PredictRequest.class)).singleElement().satisfies(request -> assertThat(request.collections())
                .isEqualTo(wanted));
    }
}
