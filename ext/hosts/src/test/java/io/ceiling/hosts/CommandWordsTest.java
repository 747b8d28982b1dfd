package io.ceiling.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class CommandWordsTest {

    @Test
    void spacesSeparateAndQuotesKeepTogether() {
        assertThat(CommandWords.of("  ssh  -p 2222\tload1 ceiling node "))
                .containsExactly("ssh", "-p", "2222", "load1", "ceiling", "node");
        assertThat(CommandWords.of("kubectl exec -i pod -- sh -c 'exec ceiling node --address=$POD_IP'"))
                .containsExactly(
                        "kubectl", "exec", "-i", "pod", "--", "sh", "-c", "exec ceiling node --address=$POD_IP");
        assertThat(CommandWords.of("\"/opt/my tools/ssh\" a\\ b 'a\\b' \"say \\\"hi\\\"\" '' x'y'\"z\""))
                .containsExactly("/opt/my tools/ssh", "a b", "a\\b", "say \"hi\"", "", "xyz");
    }

    @Test
    void whatHasNoEndIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CommandWords.of("ssh 'load1"))
                .withMessageContaining("quote '");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CommandWords.of("ssh \\"))
                .withMessageContaining("backslash");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CommandWords.of("  "))
                .withMessageContaining("a program");
    }

    @Property
    void anyWordsInSingleQuotesComeBack(@ForAll @Size(min = 1, max = 5) List<String> words) {
        String command = words.stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));

        assertThat(CommandWords.of(command)).isEqualTo(words);
    }
}
