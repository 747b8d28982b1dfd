package io.ceiling.harness.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HtmlTest {

    private static final String NASTY = "</script><script>alert('\u2028\u2029 & \"x\" <!--";

    @Test
    void textOfAnElementOrAnAttributeHasNoMarkup() {
        assertThat(Html.escape("<a href=\"x\" b='y'>&")).isEqualTo("&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;");
    }

    @Test
    void jsonCannotEndItsElementAndMeansTheSame() throws Exception {
        String json = Html.json(List.of(NASTY));

        assertThat(json).doesNotContain("<", ">", "&", "\u2028", "\u2029");
        assertThat(new ObjectMapper().readTree(json).path(0).asText()).isEqualTo(NASTY);
    }

    @Test
    void whatIsFilledInIsNotFilledAgain() {
        assertThat(Html.fill("{{a}} and {{b}} $1", Map.of("a", "{{b}}", "b", "{{a}}\\$0")))
                .isEqualTo("{{b}} and {{a}}\\$0 $1");
    }

    @Test
    void placeWithoutAValueIsAFault() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Html.fill("{{a}}", Map.of()))
                .withMessage("no value for {{a}}");
    }

    @Test
    void hashIsTheOneThatBrowsersCompute() {
        // The example of the specification of Content Security Policy.
        assertThat(Html.hash("doSomething();")).isEqualTo("'sha256-RFWPLDbv2BY+rCkDzsE+0fr8ylGr2R2faWMhq4lfEQc='");
    }
}
