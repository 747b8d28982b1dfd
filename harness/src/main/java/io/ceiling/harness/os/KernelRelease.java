package io.ceiling.harness.os;

import java.nio.file.Path;

/** The kernel's version, which decides the meaning of some files of /proc. */
public final class KernelRelease {

    private KernelRelease() {}

    /** Returns true if the kernel has that version or a newer one; false if its version is not known. */
    public static boolean isAtLeast(Path proc, int major, int minor) {
        String[] release =
                ProcFiles.firstLine(proc.resolve("sys/kernel/osrelease")).split("[.\\-]");
        if (release.length < 2) {
            return false;
        }
        long itsMajor = ProcFiles.number(release[0]);
        return itsMajor > major || (itsMajor == major && ProcFiles.number(release[1]) >= minor);
    }
}
