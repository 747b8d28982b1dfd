package io.ceiling.harness.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.container.NativeProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstalledProgramTest {

    private static final NativeProgram.Module MODULE =
            new NativeProgram.Module("-V", "--modules-path=", "a_module.so", "install a-module");

    @TempDir
    Path folder;

    private InstalledProgram telling(String options) throws IOException {
        Path file = Files.writeString(
                folder.resolve("program"), "#!/bin/sh\n[ \"$1\" = -V ] && echo '%s' >&2\n".formatted(options));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return new InstalledProgram(file);
    }

    @Test
    void lacksNothingIfTheFileIsWhereTheProgramLooksForModules() throws IOException {
        InstalledProgram program = telling("version 1.2 --with-a --modules-path=" + folder + " --with-b");
        assertThat(program.missingModule(MODULE))
                .contains("a_module.so in %s, where it is not. Hint: install a-module".formatted(folder));

        Files.createFile(folder.resolve("a_module.so"));

        assertThat(program.missingModule(MODULE)).isEmpty();
    }

    @Test
    void aProgramThatTellsNoFolderOrDoesNotRunLacksIt() throws IOException {
        assertThat(telling("version 1.2").missingModule(MODULE))
                .contains("a_module.so in the modules of %s, where it is not. Hint: install a-module"
                        .formatted(folder.resolve("program")));
        assertThat(new InstalledProgram(folder.resolve("nothing")).missingModule(MODULE))
                .isPresent();
    }

    @Test
    void programsAreFoundInThePath() {
        assertThat(InstalledProgram.find("sh")).map(InstalledProgram::file).hasValueSatisfying(file -> assertThat(file)
                .isExecutable());
        assertThat(InstalledProgram.find("no-such-program")).isEmpty();
    }
}
