package io.ceiling.harness.observe;

import io.ceiling.harness.os.ProcessReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;

/**
 * Prints what one cheap reading of a server with many open descriptors costs: the harness takes one a second.
 *
 * <p>Run it with {@code java -cp harness/target/classes:harness/target/test-classes:... io.ceiling.harness.observe.SampleCost
 * 19500} under {@code ulimit -n 20000}.
 */
final class SampleCost {

    private static final int READINGS = 200;

    private SampleCost() {}

    public static void main(String[] arguments) throws IOException {
        int descriptors = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 19_500;
        try (ChildJvm child = ChildJvm.start(descriptors);
                ServerProbe probe = ServerProbe.open(child.pid(), null)) {
            HostProbe host = new HostProbe();
            ProcessReader process = new ProcessReader(child.pid());
            print("server and host", () -> {
                probe.reading();
                host.reading();
            });
            print("server", probe::reading);
            print("host", host::reading);
            print("descriptors alone", process::openDescriptors);
            print("after collection, with PSS", () -> probe.readingAfterGc(true));
            System.out.println(probe.reading());
        }
    }

    private static void print(String what, Runnable reading) {
        long[] nanos = new long[READINGS];
        for (int i = 0; i < READINGS; i++) {
            long start = System.nanoTime();
            reading.run();
            nanos[i] = System.nanoTime() - start;
        }
        Arrays.sort(nanos);
        System.out.printf(
                Locale.ROOT,
                "%-28s median %7.3f ms, p99 %7.3f ms%n",
                what,
                nanos[READINGS / 2] / 1e6,
                nanos[READINGS * 99 / 100] / 1e6);
    }
}
