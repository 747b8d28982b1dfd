package io.ceiling.harness.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Returns the owner of a file, and decides which owners this process trusts. */
public final class FileOwner {

    private static final long ROOT = 0;
    private static final String UID = "unix:uid";

    private FileOwner() {}

    /** Returns true if the file that the path leads to belongs to the user of this process or to root. */
    public static boolean isTrusted(Path file) throws IOException {
        if (!knowsUids(file)) {
            return Files.getOwner(file).getName().equals(System.getProperty("user.name"));
        }
        return isTrusted(uid(file), ofThisProcess());
    }

    /** Returns true if the process runs as the user of this process or as root, so that what it names may be read for it. */
    public static boolean isTrustedProcess(long pid) {
        return isTrusted(ofProcess(pid), ofThisProcess());
    }

    /** Returns true for root and for the user itself; false for a user who cannot be seen. */
    static boolean isTrusted(long owner, long self) {
        return owner == ROOT || (owner >= 0 && owner == self);
    }

    /**
     * Returns the user id of the owner of a file; -1 if the file system has none.
     *
     * @param options whether a link is followed
     */
    public static long uid(Path file, LinkOption... options) throws IOException {
        return knowsUids(file) && Files.getAttribute(file, UID, options) instanceof Integer uid
                // The kernel's number has no sign.
                ? Integer.toUnsignedLong(uid)
                : -1;
    }

    /** Returns the user id that this process runs with; -1 if it cannot be seen. */
    public static long ofThisProcess() {
        return ofProcess(ProcessHandle.current().pid());
    }

    /** Returns the user id that a process runs with; -1 if it has ended or cannot be seen. */
    public static long ofProcess(long pid) {
        // For a process that may not be traced, root owns the folder in /proc.
        String[] real = ProcFiles.lines(Path.of("/proc", Long.toString(pid), "status")).stream()
                .filter(line -> line.startsWith("Uid:"))
                .map(ProcFiles::words)
                .findFirst()
                .orElse(new String[0]);
        return real.length > 2 ? ProcFiles.number(real[2]) : ProcFiles.UNSEEN;
    }

    /**
     * Returns true if the path is a regular file that belongs to a user, and not a link. Anything else, such as a named
     * pipe, might block whoever opens it.
     *
     * @param uid user id; -1 if it is not known, and then no file is the user's
     */
    public static boolean isRegularFileOf(Path file, long uid) {
        try {
            return uid >= 0
                    && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    && uid(file, LinkOption.NOFOLLOW_LINKS) == uid;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean knowsUids(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("unix") && ofThisProcess() >= 0;
    }
}
