package io.ceiling.harness.os;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UserHomeTest {

    private static final UserHome HOME = new UserHome("/home/al$1ce");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/home/al$1ce | ~",
                "/home/al$1ce/m.yaml | ~/m.yaml",
                "--matrix=/home/al$1ce/m.yaml | --matrix=~/m.yaml",
                "--jdk=/home/al$1ce/a,/home/al$1ce/b,17 | --jdk=~/a,~/b,17",
                "--matrix=/srv/~/m.yaml | --matrix=/srv/~/m.yaml",
                "--matrix=/srv/m.yaml~ | --matrix=/srv/m.yaml~",
                "--name=~x | --name=~x"
            })
    void whatWasHiddenComesBack(String argument, String hidden) {
        assertThat(HOME.hide(argument)).isEqualTo(hidden);
        assertThat(HOME.restore(hidden)).isEqualTo(argument);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "?"})
    void aHomeThatIsNotKnownHidesNothing(String path) {
        assertThat(new UserHome(path).hide("/a?b")).isEqualTo("/a?b");
        assertThat(new UserHome(path).restore("~/a")).isEqualTo("~/a");
    }
}
