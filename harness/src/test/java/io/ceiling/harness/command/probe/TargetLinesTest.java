package io.ceiling.harness.command.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.scenario.Target;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetLinesTest {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCertificateThatIsNotCheckedIsToldAndNoOther(boolean unchecked) {
        Target target = Target.withAddressOnly(
                new Target.Endpoint("shop.example", "127.0.0.1", 8443, "/shop", true, unchecked, List.of()), true);

        List<String> lines = TargetLines.of(List.of(target));

        assertThat(lines.contains("certificate: not checked (--insecure)")).isEqualTo(unchecked);
        assertThat(lines).contains("https://shop.example:8443/shop at 127.0.0.1: a server");
    }
}
