package io.ceiling.harness.observe.jmx;

import io.ceiling.container.Limit;
import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.reading.JvmReadback;

/** Reads the settings of a JVM from its flags. */
public final class JvmFlags {

    private JvmFlags() {}

    /** Returns the settings that the JVM reports. Blocks for its answers. */
    public static JvmReadback read(JmxProbe jvm) {
        long stackKibibytes = ProcFiles.number(jvm.flag("ThreadStackSize"));
        return new JvmReadback(
                Limit.ofNegativeNotSeen(ProcFiles.number(jvm.flag("MaxHeapSize"))),
                // 0 is the default of the system.
                stackKibibytes > 0 ? Limit.of(stackKibibytes << 10) : Limit.NOT_SEEN,
                Limit.ofNegativeNotSeen(ProcFiles.number(jvm.flag(JvmLink.MAX_DIRECT_MEMORY))),
                JvmReadback.COLLECTORS.stream()
                        .filter(collector -> jvm.flag("Use" + collector + "GC").equals("true"))
                        .findFirst()
                        .orElse(""));
    }
}
