package io.ceiling.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.main.CommandLineFixture;
import io.ceiling.harness.report.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostsOptionTest extends CommandLineFixture {

    private static final HostsRequest.Node LOAD1 = new HostsRequest.Node("load1", List.of("true"));

    HostsOptionTest(@TempDir Path home) throws IOException {
        super(home);
    }

    @Test
    void aCommandThatStartsServersPassesTheNodesOn() {
        assertThat(execute("run --container=jetty --hosts=load1=true"))
                .as(text(err))
                .isZero();

        assertThat(requests).singleElement().satisfies(request -> assertThat(request.hosts())
                .contains(new HostsRequest(List.of(LOAD1), false)));
    }

    @Test
    void ofTheCommandOfANodeOnlyTheProgramIsRecorded() {
        assertThat(execute("run", "--container=jetty", "--hosts=load1=ssh -i key load1 ceiling node"))
                .as(text(err))
                .isZero();

        assertThat(requests.get(0).commandLine())
                .contains("--hosts=load1=ssh ...")
                .doesNotContain("key");
    }

    @Test
    void aNodeOfTheCommandLineResumesARunWhoseRecordedOneIsNotStarted() throws IOException {
        assertThat(execute("run --container=jetty")).isZero();
        try (RunFolder folder = RunFolder.create(home.resolve("results"), "other", Clock.systemUTC())) {
            folder.writeEnvironment(
                    environment(List.of("run", "--container=jetty", "--hosts=load1=false")),
                    requests.get(0).ramp());
        }
        requests.clear();

        assertThat(execute("run --resume --hosts=load1=true")).as(text(err)).isZero();

        assertThat(requests).singleElement().satisfies(request -> assertThat(request.hosts())
                .contains(new HostsRequest(List.of(LOAD1), false)));
    }
}
