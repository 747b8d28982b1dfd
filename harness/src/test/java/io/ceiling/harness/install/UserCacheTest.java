package io.ceiling.harness.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserCacheTest {

    private static final Path INSTALLED = Path.of("/opt/ceiling");
    private static final int NOBODY = 65_534;

    @TempDir
    Path folder;

    private Optional<Path> cacheIn(Path parent) {
        return new UserCache(Map.of("XDG_CACHE_HOME", parent.toString())).folderOf(INSTALLED);
    }

    private static void permit(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void isCreatedForTheUserAlone() throws Exception {
        Path cache = cacheIn(folder.resolve("not/there")).orElseThrow();

        assertThat(cache.getParent()).isEqualTo(folder.resolve("not/there/ceiling"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cache.getParent())))
                .isEqualTo("rwx------");
        assertThat(cacheIn(folder.resolve("not/there"))).contains(cache);
    }

    @Test
    void isInTheHomeWhereNoOtherFolderIsNamed() {
        assertThat(new UserCache(Map.of("HOME", folder.toString())).folderOf(INSTALLED))
                .hasValueSatisfying(cache -> assertThat(cache).startsWithRaw(folder.resolve(".cache/ceiling")));
        assertThat(new UserCache(Map.of("XDG_CACHE_HOME", "relative", "HOME", folder.toString())).folderOf(INSTALLED))
                .hasValueSatisfying(cache -> assertThat(cache).startsWithRaw(folder.resolve(".cache/ceiling")));
        assertThat(new UserCache(Map.of()).folderOf(INSTALLED)).isEmpty();
    }

    @Test
    void eachInstallationHasAFolderOfItsOwn() {
        UserCache cache = new UserCache(Map.of("XDG_CACHE_HOME", folder.toString()));

        assertThat(cache.folderOf(INSTALLED)).isNotEqualTo(cache.folderOf(Path.of("/opt/another")));
    }

    @Test
    void isNotUsedIfOthersMayWriteOrReadIt() throws Exception {
        Path cache = Files.createDirectory(folder.resolve("ceiling"));
        for (String open : new String[] {"rwxrwx---", "rwx-----x", "rwxr-xr-x"}) {
            permit(cache, open);

            assertThat(cacheIn(folder)).as(open).isEmpty();
        }
    }

    @Test
    void isNotUsedIfItIsALink() throws Exception {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        permit(elsewhere, "rwx------");
        Files.createSymbolicLink(folder.resolve("ceiling"), elsewhere);

        assertThat(cacheIn(folder)).isEmpty();
    }

    @Test
    void isNotUsedIfItBelongsToSomebodyElse() throws Exception {
        Path cache = Files.createDirectory(folder.resolve("ceiling"));
        permit(cache, "rwx------");
        try {
            Files.setAttribute(cache, "unix:uid", NOBODY);
        } catch (IOException e) {
            assumeTrue(false, "only root can give a folder to somebody else");
        }

        assertThat(cacheIn(folder)).isEmpty();
    }

    @Test
    void isNotUsedIfItCannotBeMade() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "no folder");

        assertThat(cacheIn(file)).isEmpty();
    }
}
