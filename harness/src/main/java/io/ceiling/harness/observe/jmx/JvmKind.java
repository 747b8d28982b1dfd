package io.ceiling.harness.observe.jmx;

import io.ceiling.harness.os.ProcFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The kind of JVM of a process, from its mapped files and its executable, without attaching to it.
 *
 * <p>Notes. SIGQUIT makes a HotSpot JVM open a socket for attaching. OpenJ9 writes a dump to a file at that signal; a
 * native image and any other program end.
 */
public enum JvmKind {
    HOTSPOT("a HotSpot JVM"),
    OPENJ9("OpenJ9, which is read from /proc alone"),
    NATIVE_IMAGE("a native image, which is read from /proc alone"),
    NONE("no JVM is seen");

    // OpenJ9 has a libjvm.so, too, which leads to this library.
    private static final String OPENJ9_LIBRARY = "/libj9vm";

    // Section of an executable in which a native image keeps its heap.
    private static final String IMAGE_HEAP = ".svm_heap";

    private static final int MAX_NAMES = 1 << 20;

    private final String words;

    JvmKind(String words) {
        this.words = words;
    }

    public static JvmKind of(Path proc, long pid) {
        Path folder = proc.resolve(Long.toString(pid));
        List<String> maps = ProcFiles.lines(folder.resolve("maps"));
        if (maps.stream().anyMatch(line -> line.contains(OPENJ9_LIBRARY))) {
            return OPENJ9;
        }
        if (maps.stream().anyMatch(line -> line.contains("/libjvm.so"))) {
            return HOTSPOT;
        }
        return isNativeImage(folder.resolve("exe")) ? NATIVE_IMAGE : NONE;
    }

    /** Returns the kind as the end of a sentence. */
    public String words() {
        return words;
    }

    private static boolean isNativeImage(Path executable) {
        try (RandomAccessFile file = new RandomAccessFile(executable.toFile(), "r")) {
            return sectionNames(file).contains(IMAGE_HEAP);
        } catch (IOException | RuntimeException e) {
            // The executable of another user is not seen.
            return false;
        }
    }

    private static String sectionNames(RandomAccessFile file) throws IOException {
        ByteBuffer header = bytes(file, 0, 64);
        if (header.getInt(0) != 0x464c457f || header.get(4) != 2) {
            return "";
        }
        long ofNames = header.getLong(0x28) + (long) header.getShort(0x3a) * Short.toUnsignedInt(header.getShort(0x3e));
        ByteBuffer section = bytes(file, ofNames, 64);
        long size = Math.min(section.getLong(0x20), MAX_NAMES);
        return StandardCharsets.ISO_8859_1
                .decode(bytes(file, section.getLong(0x18), (int) size))
                .toString();
    }

    private static ByteBuffer bytes(RandomAccessFile file, long offset, int length) throws IOException {
        byte[] bytes = new byte[length];
        file.seek(offset);
        file.readFully(bytes);
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
