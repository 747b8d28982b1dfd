package io.ceiling.harness.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.load.workload.CustomPlan;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CustomRequestTest {

    @ParameterizedTest
    @CsvSource({
        "/x, /x, get-x",
        "/x?, /x?, get-x-",
        "/x?apikey=S3CRET, /x?apikey=..., get-x-apikey-",
        "/x?id=7&apikey=S3CRET=, /x?id=...&apikey=..., get-x-id-apikey-",
        "/x?S3CRET, /x?..., get-x-",
        "/x?a=1?b=S3CRET&, /x?a=...&..., get-x-a-"
    })
    void valuesOfTheQueryAreInNoTableAndNoFileName(String path, String shown, String name) {
        CustomRequest request = new CustomRequest(CustomPlan.Kind.GET, path, "", "");

        assertThat(request.label()).isEqualTo("get " + shown);
        assertThat(request.name()).isEqualTo(name);
        assertThat(request.toString()).doesNotContain("S3CRET");
        assertThat(request.path()).isEqualTo(path);
    }

    @Test
    void requestsInFlightAreLabelledWithTheirPace() {
        RequestPace thinking = new RequestPace(Duration.ofSeconds(1), Duration.ofSeconds(5), OptionalInt.empty());
        RequestPace open = new RequestPace(Duration.ZERO, Duration.ZERO, OptionalInt.of(200));

        assertThat(CustomRequest.inFlight("/slow?id=7", RequestPace.AT_ONCE).label())
                .isEqualTo("in-flight /slow?id=...");
        assertThat(CustomRequest.inFlight("/slow", thinking).label()).isEqualTo("in-flight /slow think 1000..5000ms");
        assertThat(CustomRequest.inFlight("/slow", open).label()).isEqualTo("in-flight /slow at 200/s");
        assertThat(CustomRequest.inFlight("/slow", open).name()).isEqualTo("in-flight-slow-at-200-s");
    }

    @Test
    void aPaceIsOneOfRequestsInFlightAlone() {
        assertThatThrownBy(() -> new CustomRequest(CustomPlan.Kind.IN_FLIGHT, "/", "", ""))
                .hasMessageContaining("a pace belongs to requests in flight");
        assertThatThrownBy(() -> new RequestPace(Duration.ofSeconds(1), Duration.ofSeconds(1), OptionalInt.of(1)))
                .hasMessageContaining("no think time");
        assertThatThrownBy(() -> new RequestPace(Duration.ofSeconds(2), Duration.ofSeconds(1), OptionalInt.empty()))
                .hasMessageContaining("min <= max");
    }

    @Test
    void aRecordedRequestWithoutItsValuesIsKnown() {
        assertThat(CustomRequest.isMasked(CustomRequest.masked("/x?a=1&b"))).isTrue();
        assertThat(CustomRequest.isMasked("/x?a=1")).isFalse();
        assertThat(CustomRequest.isMasked("/x")).isFalse();
        assertThat(CustomRequest.isMasked("/x...")).isFalse();
    }
}
