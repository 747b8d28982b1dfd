package io.ceiling.harness.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The scripts of the report, those of all extensions among them; without that of the charts, which is not ours. */
class PageScriptsTest {

    private static final List<String> SCRIPTS =
            ReportPage.scripts().stream().skip(1).toList();

    private static List<String> found(List<String> scripts, String pattern) {
        return scripts.stream()
                .flatMap(script -> Pattern.compile(pattern, Pattern.MULTILINE)
                        .matcher(script)
                        .results())
                .map(match -> match.group(1))
                .toList();
    }

    /** They share one scope: a name that is declared again is an error, and its whole script does not run. */
    @Test
    void noTwoScriptsHaveANameOfTheTopLevelInCommon() {
        assertThat(found(SCRIPTS, "^(?:function|const|let|class) (\\w+)"))
                .contains("anatomies", "section", "parts")
                .doesNotHaveDuplicates();
    }

    @Test
    void sectionsOfExtensionsAreBeforeOnesThatThePageHas() {
        List<String> own = found(SCRIPTS.subList(SCRIPTS.size() - 1, SCRIPTS.size()), "^  \\['([a-z-]+)', ");

        assertThat(found(SCRIPTS, "^addSection\\('([^']+)'"))
                .hasSizeGreaterThan(4)
                .isSubsetOf(own);
    }

    /** A word that is not in the glossary would have no meaning to show. */
    @Test
    void wordsThatThePageExplainsAreInTheGlossary() {
        assertThat(found(SCRIPTS, "\\bterm\\('([^']+)'"))
                .hasSizeGreaterThan(5)
                .isSubsetOf(Glossary.all().keySet());
    }
}
