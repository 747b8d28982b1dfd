package io.ceiling.harness.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ceiling completion}, whose script a real bash reads. */
class CompletionCommandTest extends CommandLineFixture {

    CompletionCommandTest(@TempDir Path home) throws IOException {
        super(home);
    }

    private String script(String shell) {
        out.reset();
        assertThat(execute("completion " + shell)).isZero();
        return text(out);
    }

    /** Returns what bash offers after words of which the last is incomplete. Its command compopt works at a prompt alone. */
    private List<String> offered(String words) throws Exception {
        Path bash = Path.of("/bin/bash");
        assumeTrue(Files.isExecutable(bash), "no /bin/bash");
        Path script = Files.writeString(home.resolve("completion"), script("bash"));
        String ask =
                "source \"$1\" || exit; compopt() { :; }; read -ra COMP_WORDS <<< \"$2\"; COMP_CWORD=$((${#COMP_WORDS[@]} - 1));"
                        + " COMP_LINE=$2; COMP_POINT=${#2}; _complete_ceiling; printf '%s\\n' \"${COMPREPLY[@]}\"";
        Process process = new ProcessBuilder(
                        bash.toString(), "--norc", "-c", ask, "bash", script.toString(), "ceiling " + words)
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.lines().map(String::strip).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "pro, probe", "cli, climb", "dem, demo",
        "watch --ev, --every", "probe --insec, --insecure", "run --expec, --expect",
        "completion z, zsh",
    })
    void bashCompletesCommandsOptionsAndValues(String words, String expected) throws Exception {
        assertThat(offered(words))
                .contains(expected)
                .allMatch(offer -> offer.startsWith(words.replaceFirst(".* ", "")));
    }

    @Test
    void theScriptHasEveryCommand() throws Exception {
        assertThat(offered("r")).containsExactlyInAnyOrder("run", "rooms", "report");
        String script = script("bash");
        assertThat(Ceiling.commandLine(context(request -> 0)).getSubcommands().keySet())
                .hasSizeGreaterThan(5)
                .allSatisfy(command -> assertThat(script).contains("_picocli_ceiling_" + command + "()"));
    }

    @Test
    void zshReadsTheSameScript() {
        assertThat(script("zsh")).isEqualTo(script("bash")).contains("bashcompinit");
    }

    /** An interactive zsh on a terminal of its own, in which these words are typed and the tabulator is pressed. */
    private static final String TYPED =
            """
            zmodload zsh/zpty
            zpty z zsh -f -i
            zpty -w z 'PROMPT=; unset zle_bracketed_paste; autoload -Uz compinit; compinit -D -u; source '"$1"'
            show() { print -r -- "<$BUFFER>"; }; zle -N show; bindkey "^G" show; print RE""ADY'
            zpty -r -m z line '*READY*'
            zpty -w -n z "$2"$'\\t'$'\\x07'
            zpty -r -m z line $'*<ceiling*>*'
            print -r -- "$line"
            zpty -d z
            """;

    @ParameterizedTest
    @CsvSource({"pro, probe", "probe --insec, probe --insecure", "completion z, completion zsh"})
    void zshCompletesAsItIsTyped(String words, String expected) throws Exception {
        assumeTrue(
                Files.isExecutable(Path.of("/bin/zsh")) || Files.isExecutable(Path.of("/usr/bin/zsh")),
                "zsh is not on this machine");
        Path script = Files.writeString(home.resolve("completion"), script("zsh"));
        Path screen = home.resolve("screen");
        Process process = new ProcessBuilder("zsh", "-f", "-c", TYPED, "zsh", script.toString(), "ceiling " + words)
                .redirectErrorStream(true)
                .redirectOutput(screen.toFile())
                .start();
        process.getOutputStream().close();
        // A shell that never answers would make its reader wait.
        process.onExit().completeOnTimeout(process, 1, TimeUnit.MINUTES).join();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();

        assertThat(Files.readString(screen, StandardCharsets.ISO_8859_1)).contains("<ceiling " + expected + " >");
    }

    @Test
    void anotherShellIsOneLine() {
        assertThat(execute("completion fish")).isEqualTo(2);
        assertThat(text(err)).isEqualTo("ceiling: SHELL must be bash or zsh, was 'fish'\n");
    }
}
