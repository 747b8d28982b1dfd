package io.ceiling.harness.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.load.workload.CustomPlan;
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
    void aRecordedRequestWithoutItsValuesIsKnown() {
        assertThat(CustomRequest.isMasked(CustomRequest.masked("/x?a=1&b"))).isTrue();
        assertThat(CustomRequest.isMasked("/x?a=1")).isFalse();
        assertThat(CustomRequest.isMasked("/x")).isFalse();
        assertThat(CustomRequest.isMasked("/x...")).isFalse();
    }
}
