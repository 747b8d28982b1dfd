package io.ceiling.anatomy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.main.CommandLineFixture;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnatomyCommandTest extends CommandLineFixture {

    AnatomyCommandTest(@TempDir Path home) throws IOException {
        super(home);
    }

    @Test
    void aRunTakesItsRowsApartOnlyIfItIsAskedTo() {
        assertThat(execute("run --preset=smoke --container=tomcat --anatomy"))
                .as(text(err))
                .isZero();
        assertThat(execute("run --preset=smoke --container=tomcat")).isZero();

        assertThat(requests).extracting(RunRequest::extras).containsExactly(List.of(new RowAnatomies()), List.of());
    }

    @Test
    void withoutOptionsIsKeepAliveOfTomcatWithTheBufferChanged() {
        assertThat(execute("anatomy")).as(text(err)).isZero();

        assertThat(others(AnatomyRequest.class)).singleElement().satisfies(request -> {
            assertThat(request.run().scenarios()).hasSize(2);
            assertThat(request.run().scenarios().get(0).workload()).isEqualTo(Workloads.KEEP_ALIVE);
            assertThat(request.run().scenarios().get(0).capConnections()).isEqualTo(500);
            assertThat(request.changes())
                    .extracting(AnatomyRequest.Change::setting)
                    .containsExactly("--buffer=1k");
            assertThat(request.running()).isEmpty();
            assertThat(request.run().folders().name()).isEqualTo("anatomy-keep-alive-tomcat");
        });
    }

    @Test
    void connectionsThatHoldAThreadGetOneAndTheirSettingsAreChangedToo() {
        assertThat(execute("anatomy --workload=hold-blocking --cap=300"))
                .as(text(err))
                .isZero();

        assertThat(others(AnatomyRequest.class)).singleElement().satisfies(request -> {
            assertThat(request.run().scenarios().get(0).sizes().maxThreads()).isEqualTo(Limit.of(350));
            assertThat(request.changes())
                    .extracting(AnatomyRequest.Change::setting)
                    .containsExactly("--buffer=1k", "--stack=256k", "--thread-kind=virtual");
            assertThat(request.changes().get(2).scenario().threadKind()).isEqualTo(ThreadKind.VIRTUAL);
        });
    }

    @Test
    void settingsToChangeAreTheUsers() {
        assertThat(execute("anatomy --container=jetty --change=buffer=2k,gc=Serial --keep-dump"))
                .as(text(err))
                .isZero();

        assertThat(others(AnatomyRequest.class)).singleElement().satisfies(request -> {
            assertThat(request.changes())
                    .extracting(AnatomyRequest.Change::setting)
                    .containsExactly("--buffer=2k", "--gc=Serial");
            assertThat(request.keepDump()).isTrue();
        });
    }

    @Test
    void noSettingIsChangedIfNoneIsAskedFor() {
        assertThat(execute("anatomy --change=none")).as(text(err)).isZero();

        assertThat(others(AnatomyRequest.class)).singleElement().satisfies(request -> assertThat(request.changes())
                .isEmpty());
    }

    @Test
    void runningServerKeepsItsSettings() {
        assertThat(execute("anatomy http://127.0.0.1:8080/shop --get=/orders --pid=4711 --cap=100"))
                .as(text(err))
                .isZero();

        assertThat(others(AnatomyRequest.class)).singleElement().satisfies(request -> {
            assertThat(request.changes()).isEmpty();
            assertThat(request.running()).hasValueSatisfying(probe -> {
                assertThat(probe.load().maxConnections()).hasValue(100);
                assertThat(probe.load().custom()).isPresent();
                assertThat(probe.servers().get(0).pid()).hasValue(4711);
            });
            assertThat(request.run().folders().ownerOnly()).isTrue();
        });
    }
}
