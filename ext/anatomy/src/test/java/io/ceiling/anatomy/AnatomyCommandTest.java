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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    --cap=99 | --cap must be
                    --workload=recursive | --workload must be one of keep-alive, websocket, hold-async, hold-blocking, was 'recursive'
                    --change=colour=red | --change must be KEY=VALUE with one of container,
                    --change=buffer=1k,buffer=2k | --change must have each setting once, was 'buffer=1k,buffer=2k'
                    --change=buffer | --change must be KEY=VALUE, was 'buffer'
                    --change=buffer=x | --change buffer must be
                    --get=/x | --get must come with the URL of a running server
                    --header=Cookie:abc | --header must come with the URL of a running server, was 'Cookie: ...'
                    --pid=12 | --pid must come with the URL of a running server, was '12'
                    http://127.0.0.1:1/ --buffer=1k | --buffer is for a server that is started, not for a running one: give either the URL or settings
                    http://127.0.0.1:1/ --change=none | --change and URL exclude each other: settings of a server that runs stay as they are, were 'none' and 'http://127.0.0.1:1/'
                    http://127.0.0.1:1/ --get=/x --workload=websocket | --workload is for ceiling.war, --get for your own application: give only one
                    http://127.0.0.1:1/ --insecure | --insecure must come with https or wss
                    """)
    void wrongOptionsAreOneLine(String arguments, String message) {
        assertThat(execute("anatomy " + arguments)).isEqualTo(2);

        assertThat(text(err)).startsWith("ceiling: ").contains(message).hasLineCount(1);
        assertThat(others(AnatomyRequest.class)).isEmpty();
    }
}
