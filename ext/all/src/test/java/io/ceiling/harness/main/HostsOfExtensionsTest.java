package io.ceiling.harness.main;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.climb.ClimbRequest;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.rooms.RoomsRequest;
import io.ceiling.traffic.TrafficRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The option of one extension with the commands of others. */
class HostsOfExtensionsTest extends CommandLineFixture {

    HostsOfExtensionsTest(@TempDir Path home) throws IOException {
        super(home);
    }

    private List<RunRequest> measured() {
        return Stream.of(
                        others(ClimbRequest.class).stream().map(ClimbRequest::run),
                        others(RoomsRequest.class).stream().map(RoomsRequest::run),
                        others(TrafficRequest.class).stream().map(TrafficRequest::run))
                .flatMap(requests -> requests)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rooms", "climb", "traffic"})
    void eachCommandThatStartsServersPassesTheNodesOn(String command) {
        assertThat(execute(command + " --hosts=load1=true")).as(text(err)).isZero();

        assertThat(measured()).singleElement().satisfies(request -> assertThat(request.hosts())
                .isPresent());
    }
}
