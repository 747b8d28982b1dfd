package io.ceiling.harness.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(OS.WINDOWS)
class ClusterKeyTest {

    @TempDir
    Path folder;

    @Test
    void aNewKeyIsReadableByItsOwnerAloneAndComesBack() throws Exception {
        Path file = folder.resolve("key");

        ClusterKey made = ClusterKey.create(file);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Base64.getDecoder().decode(Files.readString(file).strip())).hasSize(32);
        ClusterKey read = ClusterKey.read(file);
        assertThat(read.forEncryption()).isEqualTo(made.forEncryption());
        ClusterKey piped = ClusterKey.read(new ByteArrayInputStream(Files.readAllBytes(file)));
        assertThat(piped.forEncryption()).isEqualTo(made.forEncryption());
        assertThat(ClusterKey.create(folder.resolve("other")).forEncryption()).isNotEqualTo(made.forEncryption());
    }

    @Test
    void aFileThatExistsIsNotOverwritten() throws Exception {
        Path file = Files.writeString(folder.resolve("key"), "something");

        assertThatThrownBy(() -> ClusterKey.create(file))
                .isInstanceOf(ClusterException.class)
                .hasMessage(
                        "key file %s: exists already, and no key is overwritten; give another name or remove it", file);
        assertThat(file).hasContent("something");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rw-rw-rw-"})
    void aFileThatOthersCanUseIsRefused(String permissions) throws Exception {
        Path file = folder.resolve("key");
        ClusterKey.create(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));

        assertThatThrownBy(() -> ClusterKey.read(file))
                .isInstanceOf(ClusterException.class)
                .hasMessageStartingWith("key file %s: expected permissions for its owner alone, got %s; run chmod 600 "
                        .formatted(file, permissions));
    }

    @Test
    void theKeyOfAnotherUserIsRefused() throws Exception {
        Path file = folder.resolve("key");
        ClusterKey.create(file);
        Integer owner = (Integer) Files.getAttribute(file, "unix:uid");

        assertThatCode(() -> ClusterKey.requireOwner(file, owner)).doesNotThrowAnyException();
        assumeTrue(owner == 0, "only root may give files to others");
        Files.setAttribute(file, "unix:uid", 4711);
        assertThatThrownBy(() -> ClusterKey.read(file))
                .isInstanceOf(ClusterException.class)
                .hasMessage(
                        "key file %s: expected one of user 0, belongs to user 4711, who knows the key;"
                                + " run as that user, or make a new key",
                        file);
    }

    @Test
    void whatIsNoKeyIsRefusedWithoutBeingShown() throws Exception {
        String expected = "expected one line of base64 with 32 bytes, got ";

        assertRefused("", expected + "base64 with 0 bytes");
        assertRefused("c2VjcmV0", expected + "base64 with 6 bytes");
        assertRefused(Base64.getEncoder().encodeToString(new byte[33]), expected + "base64 with 33 bytes");
        assertRefused("?secret?", expected + "8 characters that are no base64");
        assertRefused("A".repeat(5_000), expected + "1000 characters or more");
        assertThatThrownBy(() -> ClusterKey.read(folder.resolve("none")))
                .isInstanceOf(ClusterException.class)
                .hasMessage("key file %s: does not exist", folder.resolve("none"));
        assertThatThrownBy(() -> ClusterKey.read(Files.createDirectory(
                        folder.resolve("folder"),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")))))
                .isInstanceOf(ClusterException.class)
                .hasMessageStartingWith("key file %s: cannot be read: ".formatted(folder.resolve("folder")));
    }

    private void assertRefused(String content, String reason) throws Exception {
        Path file = folder.resolve("wrong");
        Files.deleteIfExists(file);
        ClusterKey.create(file);
        Files.writeString(file, content);

        assertThatThrownBy(() -> ClusterKey.read(file))
                .isInstanceOf(ClusterException.class)
                .hasMessageStartingWith("key file %s: %s".formatted(file, reason))
                .hasMessageNotContaining("secret")
                .hasNoCause();
        assertThatThrownBy(
                        () -> ClusterKey.read(new ByteArrayInputStream(content.getBytes(StandardCharsets.ISO_8859_1))))
                .isInstanceOf(ClusterException.class)
                .hasMessageStartingWith("key in standard input: " + reason);
    }

    @Test
    void theKeyIsNeverInItsText() throws Exception {
        Path file = folder.resolve("key");
        ClusterKey key = ClusterKey.create(file);

        assertThat(key.toString()).isEqualTo("ClusterKey[not shown]");
        byte[] secret = Base64.getDecoder().decode(Files.readString(file).strip());
        assertThat(Arrays.equals(key.forEncryption().getEncoded(), secret)).isFalse();
    }
}
