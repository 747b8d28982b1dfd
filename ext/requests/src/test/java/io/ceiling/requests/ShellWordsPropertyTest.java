package io.ceiling.requests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

class ShellWordsPropertyTest {

    /** As bash users quote: nothing has a meaning between single quotes. */
    private static String quotedForBash(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    private static String quotedAsEscapes(String word) {
        return word.chars().mapToObj("\\u%04x"::formatted).collect(Collectors.joining("", "$'", "'"));
    }

    @Property
    void wordsInSingleQuotesOfBashAreTheSame(
            @ForAll @Size(max = 6) List<@CharRange(from = ' ', to = '~') @StringLength(max = 20) String> words) {
        String text = words.stream().map(ShellWordsPropertyTest::quotedForBash).collect(Collectors.joining(" "));
        // A caret before a quote would be that of the command prompt.
        if (!text.contains("^\"")) {
            assertThat(ShellWords.of(text)).isEqualTo(words);
        }
    }

    @Property
    void wordsInEscapesOfBashAreTheSame(
            @ForAll @Size(max = 4) List<@CharRange(from = ' ', to = '\u00ff') @StringLength(max = 20) String> words) {
        String text =
                words.stream().map(ShellWordsPropertyTest::quotedAsEscapes).collect(Collectors.joining(" "));

        assertThat(ShellWords.of(text)).isEqualTo(words);
    }

    @Property
    void anyTextIsSplitOrRefusedWithALine(@ForAll @StringLength(max = 200) String text) {
        try {
            assertThat(ShellWords.of(text)).isNotNull();
        } catch (IllegalArgumentException e) {
            assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
        }
    }
}
