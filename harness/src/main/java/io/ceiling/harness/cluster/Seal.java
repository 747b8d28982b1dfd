package io.ceiling.harness.cluster;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encrypts packets so that only who has the key can read them, or make one that opens: AES in Galois/Counter mode with a
 * random initialization vector of 12 bytes in front and a tag of 16 bytes behind. Thread-safe.
 *
 * <p>Notes. Random vectors are safe for some 2^32 packets under one key, which is far more than a run sends.
 */
final class Seal {

    private static final int VECTOR_BYTES = 12;
    private static final int TAG_BYTES = 16;
    private static final String CIPHER = "AES/GCM/NoPadding";

    /** By how many bytes a sealed packet is longer. */
    static final int MORE_BYTES = VECTOR_BYTES + TAG_BYTES;

    private final SecretKey key;
    private final SecureRandom random = new SecureRandom();

    Seal(ClusterKey key) {
        this.key = key.forEncryption();
    }

    /** Returns that part of the bytes, sealed. */
    byte[] close(byte[] bytes, int offset, int length) throws GeneralSecurityException {
        byte[] vector = new byte[VECTOR_BYTES];
        random.nextBytes(vector);
        byte[] sealed = new byte[length + MORE_BYTES];
        System.arraycopy(vector, 0, sealed, 0, VECTOR_BYTES);
        cipher(Cipher.ENCRYPT_MODE, vector).doFinal(bytes, offset, length, sealed, VECTOR_BYTES);
        return sealed;
    }

    /**
     * Returns what was sealed.
     *
     * @throws GeneralSecurityException if the bytes were not sealed with this key, or were changed since
     */
    byte[] open(byte[] sealed) throws GeneralSecurityException {
        if (sealed.length < MORE_BYTES) {
            throw new AEADBadTagException("expected at least %d bytes, got %d".formatted(MORE_BYTES, sealed.length));
        }
        byte[] vector = new byte[VECTOR_BYTES];
        System.arraycopy(sealed, 0, vector, 0, VECTOR_BYTES);
        return cipher(Cipher.DECRYPT_MODE, vector).doFinal(sealed, VECTOR_BYTES, sealed.length - VECTOR_BYTES);
    }

    private Cipher cipher(int mode, byte[] vector) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, vector));
        return cipher;
    }
}
