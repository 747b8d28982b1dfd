package io.ceiling.harness.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The cache of this user: {@code $XDG_CACHE_HOME/ceiling}, else {@code ~/.cache/ceiling}. No other user may read or write it
 * (mode 0700), since JVMs run what lies there.
 *
 * @param environment variables of this process
 */
record UserCache(Map<String, String> environment) {

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final int DIGEST_BYTES = 6;

    /** Copies the variables. */
    UserCache {
        environment = Map.copyOf(environment);
    }

    /**
     * Returns the folder for files of one installation, below the cache, which is created. Empty if it cannot be
     * created, is a link, belongs to somebody else or is open to others: it is not repaired then, because what lies
     * there may already be somebody else's.
     */
    Optional<Path> folderOf(Path home) {
        return parent().flatMap(UserCache::own).map(cache -> cache.resolve(digest(home.toString())));
    }

    private Optional<Path> parent() {
        return variable("XDG_CACHE_HOME").or(() -> variable("HOME").map(user -> user.resolve(".cache")));
    }

    // A relative path would mean another folder in each working directory.
    private Optional<Path> variable(String name) {
        return Optional.ofNullable(environment.get(name)).map(Path::of).filter(Path::isAbsolute);
    }

    private static Optional<Path> own(Path parent) {
        Path cache = parent.resolve("ceiling");
        try {
            Files.createDirectories(parent);
            createOwn(cache);
            boolean owned = Files.isDirectory(cache, LinkOption.NOFOLLOW_LINKS)
                    && uid(cache, LinkOption.NOFOLLOW_LINKS) == uid(Path.of("/proc/self"))
                    && Files.getPosixFilePermissions(cache, LinkOption.NOFOLLOW_LINKS)
                            .equals(OWNER_ONLY);
            return owned ? Optional.of(cache) : Optional.empty();
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            // Not writable, or a system without modes or user ids: JVMs start without archives.
            return Optional.empty();
        }
    }

    private static void createOwn(Path cache) throws IOException {
        try {
            Files.createDirectory(cache, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        } catch (FileAlreadyExistsException e) {
            // An earlier run or somebody else created it; the caller checks the owner.
        }
    }

    private static int uid(Path file, LinkOption... options) throws IOException {
        return (int) Files.getAttribute(file, "unix:uid", options);
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }
}
