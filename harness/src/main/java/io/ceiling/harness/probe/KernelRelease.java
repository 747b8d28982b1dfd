package io.ceiling.harness.probe;

import java.nio.file.Path;

/** The kernel's version, where what a file of /proc means depends on it. */
final class KernelRelease {

    private KernelRelease() {}

    /** Whether it is that one or newer; not if it cannot be told. */
    static boolean isAtLeast(Path proc, int major, int minor) {
        String[] release = ProcFiles.text(proc.resolve("sys/kernel/osrelease")).split("[.\\-]");
        if (release.length < 2) {
            return false;
        }
        long itsMajor = ProcFiles.number(release[0]);
        return itsMajor > major || (itsMajor == major && ProcFiles.number(release[1]) >= minor);
    }
}
