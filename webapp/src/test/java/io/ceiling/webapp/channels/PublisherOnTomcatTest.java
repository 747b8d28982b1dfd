package io.ceiling.webapp.channels;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.protocol.Gauge;
import io.ceiling.webapp.Await;
import io.ceiling.webapp.TomcatFixture;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PublisherOnTomcatTest {

    private static final Pattern MESSAGES = Pattern.compile("\"messages\":(\\d+)");

    @Test
    void withoutPauseIsNoFasterThanTheCap() throws Exception {
        try (TomcatFixture tomcat = new TomcatFixture(50, Map.of("ceiling.publish.per-second", "50"))) {
            // A client between two polls is a subscriber, and takes messages as fast as they come.
            assertThat(tomcat.post(
                                    "/channels?X-Atmosphere-tracking-id=only-client",
                                    "{\"action\":\"subscribe\",\"identifier\":\"0\"}")
                            .statusCode())
                    .isEqualTo(200);

            assertThat(tomcat.post("/publisher?per-second=0&bytes=160&identifiers=1&seconds=1", "")
                            .statusCode())
                    .isEqualTo(200);
            Await.until(() -> tomcat.gauges().value(Gauge.PUBLISHED) > 0);
            Await.until(() -> tomcat.gauges().value(Gauge.PUBLISHING) == 0);
            Matcher outcome =
                    MESSAGES.matcher(tomcat.post("/publisher/stop", "").body());

            assertThat(outcome.find()).isTrue();
            // A tenth of a second's share may go out at once.
            assertThat(Integer.parseInt(outcome.group(1))).isBetween(1, 50 + 5);
        }
    }
}
