package io.ceiling.load.link;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Format of records in a pipe: four bytes with the length, then one object in Java serialization.
 *
 * <p>Notes. The input may be anything: output of a library that prints, or of a process that is no agent. So the length
 * is bounded before anything is allocated, each record is read by itself, and only records and enums of this module and
 * the few classes of their components are deserialized. A record is created by its constructor, which checks it. Every
 * error is an exception with a message of one line.
 */
final class RecordPipe {

    /** Maximum length of a record in bytes. Six full histograms of an agent take some hundred kilobytes. */
    static final int MAX_BYTES = 4 << 20;

    private static final int MAX_DEPTH = 10;
    private static final int MAX_REFERENCES = 1_000;
    private static final int MAX_WORDS = 200;
    private static final String MODULE = "io.ceiling.load.";

    /** Classes of the JDK that components of records consist of; enum maps are wrapped in unmodifiable views. */
    private static final Set<String> OF_THE_JDK = Set.of(
            "java.lang.Enum",
            "java.lang.Long",
            "java.lang.Number",
            "java.lang.String",
            "java.util.Collections$UnmodifiableMap",
            "java.util.EnumMap");

    private RecordPipe() {}

    /** Thrown when bytes are no record. */
    static final class RecordException extends IOException {

        private static final long serialVersionUID = 1;

        RecordException(String message) {
            super(message);
        }

        RecordException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * Returns the bytes of a record as they are sent, the length included.
     *
     * @throws IllegalStateException if the record is too long to be read at the other end
     */
    static byte[] encode(Serializable record) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        // Reserves room for the length, which is known only at the end.
        bytes.writeBytes(new byte[Integer.BYTES]);
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(record);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        int length = bytes.size() - Integer.BYTES;
        if (length > MAX_BYTES) {
            throw new IllegalStateException(
                    "a record of %d bytes is too long, at most %d are sent at once".formatted(length, MAX_BYTES));
        }
        return ByteBuffer.wrap(bytes.toByteArray()).putInt(0, length).array();
    }

    /**
     * Blocks until a whole record has arrived and returns it; returns null if the pipe has ended before it.
     *
     * @throws RecordException if the bytes are no record of this module
     * @throws java.io.EOFException if the pipe ends in the middle of a record
     */
    static @Nullable Object read(InputStream in) throws IOException {
        byte @Nullable [] record = PipeFrames.read(in, MAX_BYTES);
        return record == null ? null : decode(record);
    }

    private static Object decode(byte[] record) throws RecordException {
        ByteArrayInputStream bytes = new ByteArrayInputStream(record);
        Object object;
        try (ObjectInputStream in = new Strict(bytes)) {
            object = in.readObject();
        } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError e) {
            // A wrong byte in the middle of an object may cause any of these.
            throw new RecordException("%d bytes are no record: %s".formatted(record.length, words(e)), e);
        }
        if (object == null || bytes.available() > 0) {
            throw new RecordException("%d bytes are not exactly one record".formatted(record.length));
        }
        return object;
    }

    /**
     * Admits classes by name before they are loaded, and only records, enums and the listed classes of the JDK
     * afterwards.
     */
    private static final class Strict extends ObjectInputStream {

        Strict(InputStream in) throws IOException {
            super(in);
            setObjectInputFilter(Strict::admitted);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass described) throws IOException, ClassNotFoundException {
            String name = described.getName();
            if (!name.startsWith(MODULE) && !OF_THE_JDK.contains(name)) {
                throw new InvalidClassException(name, "does not travel between harness and agents");
            }
            return super.resolveClass(described);
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) throws IOException {
            throw new InvalidClassException("proxies do not travel between harness and agents");
        }

        private static ObjectInputFilter.Status admitted(ObjectInputFilter.FilterInfo read) {
            Class<?> type = read.serialClass();
            boolean small = read.depth() <= MAX_DEPTH && read.references() <= MAX_REFERENCES && read.arrayLength() < 0;
            boolean plain = type == null || type.isRecord() || type.isEnum() || OF_THE_JDK.contains(type.getName());
            return small && plain ? ObjectInputFilter.Status.ALLOWED : ObjectInputFilter.Status.REJECTED;
        }
    }

    /** Returns the message of an exception as one line of bounded length, whatever bytes it quotes. */
    private static String words(Throwable e) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        String line = message.replaceAll("\\P{Print}", "?");
        return line.length() <= MAX_WORDS ? line : line.substring(0, MAX_WORDS) + "...";
    }
}
