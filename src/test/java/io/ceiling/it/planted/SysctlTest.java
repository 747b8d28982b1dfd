package io.ceiling.it.planted;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.KilledJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class SysctlTest {

    @TempDir
    Path folder;

    @Test
    void aSettingIsPutBackIfThisJvmAndItsProcessGroupAreKilled() throws Exception {
        Path setting = Files.writeString(folder.resolve("setting"), "128\n");
        KilledJvm jvm = KilledJvm.start(
                Changing.class, setting.toString(), folder.resolve("lock").toString());
        assertThat(jvm.line()).isEqualTo("set");
        assertThat(setting).hasContent("4000");

        jvm.kill();

        Awaiting.until("the old value", () -> Files.readString(setting).equals("128\n"));
    }

    static final class Changing {

        private Changing() {}

        public static void main(String[] arguments) throws Exception {
            // Open until the kill.
            @SuppressWarnings("unused")
            Sysctl changed = Sysctl.set(Path.of(arguments[0]), "4000", Path.of(arguments[1]));
            KilledJvm.tellAndWait("set");
        }
    }
}
