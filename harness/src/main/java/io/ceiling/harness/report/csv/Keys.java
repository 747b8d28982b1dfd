package io.ceiling.harness.report.csv;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.rows.Key;
import io.ceiling.harness.rows.Rows;
import java.util.List;

/**
 * The keys of the columns of ceilings.csv, steps.csv, samples.csv and expectations.csv that are read again; other files have some of
 * them, too. Those of settings are in {@link Dimension}.
 */
public final class Keys {

    // Of scenarios.
    public static final Key.Text SCENARIO = new Key.Text("scenario");
    public static final Key.Text ATMOSPHERE = new Key.Text("atmosphere_version");
    public static final Key.Amount CAP = new Key.Amount("cap_connections");
    public static final Key.Text CONTAINER_VERSION = new Key.Text("container_version");
    public static final Key.Flag REFERENCE = new Key.Flag("reference");
    public static final Key.Text VERDICT = new Key.Text("verdict");
    public static final Key.Amount CEILING = new Key.Amount("ceiling_connections");
    public static final Key.Amount FIRST_FAILURE = new Key.Amount("first_failure_connections");
    public static final Key.Text FACTOR = new Key.Text("limiting_factor");
    public static final Key.Text CONFIDENCE = new Key.Text("confidence");
    public static final Key.Text EVIDENCE = new Key.Text("evidence");
    public static final Key.Text RELIEF = new Key.Text("relief");
    public static final Key.Text WHY = new Key.Text("why");
    public static final Key.Text NEXT_LIMITS = new Key.Text("next_limits");
    public static final Key.Amount PASSED_CONNECTIONS = new Key.Amount("passed_connections");
    public static final Key.Text WARNINGS = new Key.Text("warnings");
    public static final Key.Amount COST_POINTS = new Key.Amount("cost_points");
    public static final Key.Amount HEAP = new Key.Amount("heap_bytes_per_connection");
    public static final Key.Amount DIRECT = new Key.Amount("direct_bytes_per_connection");
    public static final Key.Amount PSS = new Key.Amount("pss_bytes_per_connection");
    public static final Key.Amount KERNEL = new Key.Amount("kernel_bytes_per_connection");
    public static final Key.Amount THREADS_EACH = new Key.Amount("threads_per_connection");
    public static final Key.Amount FULL_HANDSHAKES = new Key.Amount("tls_handshakes_per_second");
    public static final Key.Text USED_TLS = new Key.Text("used_tls");
    public static final Key.Text USED_TLS_KEY = new Key.Text("used_tls_key");
    public static final Key.Amount SCENARIO_SECONDS = new Key.Amount("duration_s");
    public static final Key.Flag WARM_UP_STEADY = new Key.Flag("warm_up_steady");
    public static final Key.Text WARM_UP_WHY = new Key.Text("warm_up_why");
    public static final Key.Text MARKS = new Key.Text("marks");

    // Of steps.
    public static final Key.Amount SERVER = new Key.Amount("server");
    public static final Key.Amount TARGET = new Key.Amount("target_connections");
    public static final Key.Amount SERVED = new Key.Amount("served_connections");
    public static final Key.Flag PASSED = new Key.Flag("passed");
    public static final Key.Text FAILURE = new Key.Text("failure");
    public static final Key.Amount STEP_NANOS = new Key.Amount("duration_ns");
    public static final Key.Amount STEP_CPU = new Key.Amount("server_cpu_in_step_ns");
    public static final Key.Flag COST_POINT = new Key.Flag("cost_point");
    public static final Key.Times CONNECT = new Key.Times("connect");
    public static final Key.Times FIRST_ANSWER = new Key.Times("first_answer");
    public static final Key.Times RESPONSE = new Key.Times("response");
    public static final Key.Times SERVICE = new Key.Times("service");
    public static final Key.Amount MESSAGES_PUBLISHED = new Key.Amount("messages_published");
    public static final Key.Amount MESSAGES_DUE = new Key.Amount("messages_due");
    public static final Key.Amount MESSAGES_RECEIVED = new Key.Amount("messages_received");
    public static final Key.Amount MESSAGES_PER_SECOND = new Key.Amount("messages_received_per_s");
    public static final Key.Amount MESSAGES_LOST = new Key.Amount("messages_lost");
    public static final Key.Amount MESSAGES_DUPLICATED = new Key.Amount("messages_duplicated");
    public static final Key.Amount MESSAGES_OUT_OF_ORDER = new Key.Amount("messages_out_of_order");
    public static final Key.Amount MESSAGE_BYTES = new Key.Amount("message_bytes_mean");
    public static final Key.Amount MESSAGES_NANOS = new Key.Amount("messages_duration_ns");
    public static final Key.Amount SERVER_PAUSE = new Key.Amount("server_pause_max_ns");
    public static final Key.Amount LOAD_PAUSE = new Key.Amount("load_pause_max_ns");
    public static final Key.Times DELIVERY = new Key.Times("delivery");
    public static final Key.Times DELIVERY_SERVICE = new Key.Times("delivery_service");
    public static final Key.Text MESSAGES_MARKS = new Key.Text("messages_marks");

    // Of moments.
    public static final Key.Amount ELAPSED = new Key.Amount("elapsed_ns");
    public static final Key.Flag AFTER_GC = new Key.Flag("after_gc");
    public static final Key.Amount SERVER_CONNECTIONS = server("connections");
    public static final Key.Amount BUSY_THREADS = server("busy_threads");
    public static final Key.Amount SERVER_DESCRIPTORS = server("open_descriptors");
    public static final Key.Amount SERVER_THREADS = server("threads");
    public static final Key.Amount HEAP_USED = server("heap_used_bytes");
    public static final Key.Amount HEAP_RESIDENT = server("heap_resident_bytes");
    public static final Key.Amount SERVER_DIRECT = server("direct_bytes");
    public static final Key.Amount SERVER_RSS = server("rss_bytes");
    public static final Key.Amount SERVER_CPU = server("cpu_ns");
    public static final Key.Amount SERVER_GC = server("gc_ns");
    public static final Key.Amount LEVELS_NOW = server("levels_now");
    public static final Key.Amount HOST_BUSY = host("busy_ns");
    public static final Key.Amount HOST_SLAB = host("slab_bytes");
    public static final Key.Amount HOST_SOCKETS = host("socket_memory_bytes");
    public static final Key.Amount HOST_KERNEL = new Key.Amount("host_kernel_bytes");
    public static final Key.Amount LOAD_AGENTS = new Key.Amount("load_agents");
    public static final Key.Amount LOAD_ASKED = new Key.Amount("load_asked");
    public static final Key.Amount LOAD_PENDING = new Key.Amount("load_pending");
    public static final Key.Amount LOAD_ALIVE = new Key.Amount("load_alive");
    public static final Key.Amount LOAD_CPU = new Key.Amount("load_cpu_ns");

    // Of expectations.
    public static final Key.Text EXPECTATION = new Key.Text("expectation");
    public static final Key.Flag KEPT = new Key.Flag("kept");
    public static final Key.Text WAS = new Key.Text("was");

    /** Sizes of the hosts that are projected, in GiB. */
    public static final List<Integer> HOSTS = List.of(1, 4, 16, 64);

    private Keys() {}

    /** Returns the column of the connections of a host of that size. */
    public static Key.Amount onHost(int gibibytes) {
        return new Key.Amount("connections_at_%d_gib".formatted(gibibytes));
    }

    /** Returns the column of the value of a setting that the server reports. */
    public static Key.Text used(Key setting) {
        return new Key.Text("used_" + setting.column());
    }

    private static Key.Amount server(String figure) {
        return Rows.key(ServerReading.class, "server_", figure);
    }

    private static Key.Amount host(String figure) {
        return Rows.key(HostReading.class, "host_", figure);
    }
}
