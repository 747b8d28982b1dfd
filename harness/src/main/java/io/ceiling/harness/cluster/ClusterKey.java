package io.ceiling.harness.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret of one cluster: 32 random bytes, as one line of base64 in a file that its owner alone can read. Immutable.
 *
 * <p>Notes. Nothing that is sent or used as a key is the secret itself, but an HMAC of it for that purpose.
 */
public final class ClusterKey {

    private static final int BYTES = 32;
    /** No key is longer, whatever spaces surround it; so much is read of a file that may be anything. */
    private static final int MOST_CHARACTERS = 1_000;

    private static final String EXPECTED = "expected one line of base64 with %d bytes".formatted(BYTES);
    private static final Set<PosixFilePermission> OF_THE_OWNER = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private static final Integer ROOT = 0;
    /** Belongs to the user of this process. */
    private static final Path OWN = Path.of("/proc/self");

    private final byte[] secret;

    private ClusterKey(byte[] secret) {
        this.secret = secret;
    }

    /**
     * Writes a new key to a new file, which its owner alone can read and write, and returns it.
     *
     * @throws ClusterException with one line, if the file exists or cannot be written
     */
    public static ClusterKey create(Path file) {
        byte[] secret = new byte[BYTES];
        new SecureRandom().nextBytes(secret);
        byte[] line = (Base64.getEncoder().encodeToString(secret) + "\n").getBytes(StandardCharsets.US_ASCII);
        try (SeekableByteChannel channel = Files.newByteChannel(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            ByteBuffer left = ByteBuffer.wrap(line);
            while (left.hasRemaining()) {
                channel.write(left);
            }
        } catch (FileAlreadyExistsException e) {
            throw new ClusterException(
                    "key file %s: exists already, and no key is overwritten; give another name or remove it"
                            .formatted(file),
                    e);
        } catch (IOException | UnsupportedOperationException e) {
            throw new ClusterException("key file %s: cannot be written: %s".formatted(file, Words.of(e)), e);
        }
        return new ClusterKey(secret);
    }

    /**
     * Returns the key in a file.
     *
     * @throws ClusterException with one line, if the file cannot be read, if it is another user's, if others than its owner can
     *     use it, or if it has no key
     */
    public static ClusterKey read(Path file) {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (!OF_THE_OWNER.containsAll(permissions)) {
                throw new ClusterException(
                        "key file %s: expected permissions for its owner alone, got %s; run chmod 600 %s, or make a new key if others may have read this one"
                                .formatted(file, PosixFilePermissions.toString(permissions), file));
            }
            requireOwner(file, uid(Files.exists(OWN) ? OWN : file));
            try (InputStream in = Files.newInputStream(file)) {
                return read("key file " + file, in);
            }
        } catch (NoSuchFileException e) {
            throw new ClusterException("key file %s: does not exist".formatted(file), e);
        } catch (IOException | UnsupportedOperationException e) {
            throw new ClusterException("key file %s: cannot be read: %s".formatted(file, Words.of(e)), e);
        }
    }

    /** Refuses the file of another user, who knows the key; one of root is nobody else's. */
    static void requireOwner(Path file, Object user) throws IOException {
        Object owner = uid(file);
        if (!owner.equals(user) && !owner.equals(ROOT)) {
            throw new ClusterException(
                    "key file %s: expected one of user %s, belongs to user %s, who knows the key; run as that user, or make a new key"
                            .formatted(file, user, owner));
        }
    }

    private static Object uid(Path file) throws IOException {
        return file.getFileSystem().supportedFileAttributeViews().contains("unix")
                ? Files.getAttribute(file, "unix:uid")
                : ROOT;
    }

    /**
     * Returns the key in standard input, which is read to its end and not closed. Blocks until then.
     *
     * @throws ClusterException with one line, if the input has no key
     */
    public static ClusterKey read(InputStream in) {
        try {
            return read("key in standard input", in);
        } catch (IOException e) {
            throw new ClusterException("key in standard input: cannot be read: " + Words.of(e), e);
        }
    }

    /** The messages omit what was read, since it may be a key with a slip. */
    private static ClusterKey read(String where, InputStream in) throws IOException {
        byte[] read = in.readNBytes(MOST_CHARACTERS);
        String text = new String(read, StandardCharsets.ISO_8859_1).strip();
        if (read.length == MOST_CHARACTERS) {
            throw new ClusterException(
                    "%s: %s, got %d characters or more; give the file that holds the key and nothing else"
                            .formatted(where, EXPECTED, MOST_CHARACTERS));
        }
        byte[] secret;
        try {
            secret = Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            // Without the cause, whose message quotes a character of the key.
            throw new ClusterException("%s: %s, got %d characters that are no base64; copy the key file as it is"
                    .formatted(where, EXPECTED, text.length()));
        }
        if (secret.length != BYTES) {
            throw new ClusterException("%s: %s, got base64 with %d bytes; copy the key file as it is"
                    .formatted(where, EXPECTED, secret.length));
        }
        return new ClusterKey(secret);
    }

    /** Returns the key that messages are encrypted with. */
    SecretKey forEncryption() {
        return new SecretKeySpec(derived("ceiling cluster: encryption"), "AES");
    }

    private byte[] derived(String purpose) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            return mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has HmacSHA256", e);
        }
    }

    @Override
    public String toString() {
        return "ClusterKey[not shown]";
    }
}
