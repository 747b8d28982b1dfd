package io.ceiling.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsTest {

    @Test
    void aSystemPropertyWinsOverTheParameter() {
        Settings settings = new Settings(Map.of("a", "property")::get, Map.of("a", "parameter", "b", " other ")::get);

        assertThat(settings.text("a")).isEqualTo("property");
        assertThat(settings.text("b")).isEqualTo("other");
        assertThat(settings.text("c")).isEmpty();
    }
}
