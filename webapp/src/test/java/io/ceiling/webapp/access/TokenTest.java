package io.ceiling.webapp.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.webapp.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenTest {

    private static final String TOKEN = "0123456789abcdef";

    private static Settings settings(Map<String, String> parameters) {
        return new Settings(name -> null, parameters::get);
    }

    private static Settings inFile(Path file) {
        return settings(Map.of(Token.FILE, file.toString()));
    }

    @Test
    void isTheSettingOrNone() {
        assertThat(Token.of(settings(Map.of()))).isEmpty();
        assertThat(Token.of(settings(Map.of(Token.NAME, TOKEN)))).isEqualTo(TOKEN);
    }

    @Test
    void isTheTextOfAFileWithoutItsLineBreak(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), TOKEN + "\n");

        assertThat(Token.of(inFile(file))).isEqualTo(TOKEN);
        assertThat(AccessRule.of(inFile(file)).allows("192.0.2.1", "Bearer " + TOKEN))
                .isTrue();
    }

    @Test
    void oneThatCanBeGuessedIsRefusedAndNotShown() {
        assertThatThrownBy(() -> Token.of(settings(Map.of(Token.NAME, "s3cret"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("ceiling.token must have 16 to 4096 characters, had 6. Hint: openssl rand -hex 32");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0123456789abcd\u00e9f", "0123456789 abcdef", "0123456789abcde\u20ac"})
    void oneThatNoHeaderCanCarryIsRefused(String token) {
        assertThatThrownBy(() -> Token.of(settings(Map.of(Token.NAME, token))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("ceiling.token must be printable ASCII without blanks.")
                .hasMessageNotContaining(token);
    }

    @Test
    void aFileThatCannotBeReadIsNamed(@TempDir Path folder) throws IOException {
        Path empty = Files.createFile(folder.resolve("empty"));

        assertThatThrownBy(() -> Token.of(inFile(folder.resolve("none"))))
                .hasMessage("ceiling.token.file must be a file with the token, was '%s'", folder.resolve("none"));
        assertThatThrownBy(() -> Token.of(inFile(folder))).hasMessageContaining("must be a file with the token");
        assertThatThrownBy(() -> Token.of(inFile(empty))).hasMessageContaining("ceiling.token.file must have 16 to");
    }

    @Test
    void isGivenInOneWay(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), TOKEN);

        assertThatThrownBy(() -> Token.of(settings(Map.of(Token.NAME, TOKEN, Token.FILE, file.toString()))))
                .hasMessage("ceiling.token and ceiling.token.file exclude each other: set only one");
    }
}
