package io.ceiling.harness.report.csv;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.rows.RecordSchema;
import java.util.List;

/**
 * The keys of the columns of ceilings.csv, steps.csv, samples.csv and expectations.csv that are read again; other files have some of
 * them, too. Those of settings are in {@link Dimension}.
 */
public final class Keys {

    // Of scenarios.
    public static final ColumnKey.Text SCENARIO = new ColumnKey.Text("scenario");
    public static final ColumnKey.Text ATMOSPHERE = new ColumnKey.Text("atmosphere_version");
    public static final ColumnKey.Amount CAP = new ColumnKey.Amount("cap_connections");
    public static final ColumnKey.Text CONTAINER_VERSION = new ColumnKey.Text("container_version");
    public static final ColumnKey.Flag REFERENCE = new ColumnKey.Flag("reference");
    public static final ColumnKey.Text VERDICT = new ColumnKey.Text("verdict");
    public static final ColumnKey.Amount CEILING = new ColumnKey.Amount("ceiling_connections");
    public static final ColumnKey.Amount FIRST_FAILURE = new ColumnKey.Amount("first_failure_connections");
    public static final ColumnKey.Text FACTOR = new ColumnKey.Text("limiting_factor");
    public static final ColumnKey.Text CONFIDENCE = new ColumnKey.Text("confidence");
    public static final ColumnKey.Text EVIDENCE = new ColumnKey.Text("evidence");
    public static final ColumnKey.Text RELIEF = new ColumnKey.Text("relief");
    public static final ColumnKey.Text WHY = new ColumnKey.Text("why");
    public static final ColumnKey.Text NEXT_LIMITS = new ColumnKey.Text("next_limits");
    public static final ColumnKey.Amount PASSED_CONNECTIONS = new ColumnKey.Amount("passed_connections");
    public static final ColumnKey.Text WARNINGS = new ColumnKey.Text("warnings");
    public static final ColumnKey.Amount COST_POINTS = new ColumnKey.Amount("cost_points");
    public static final ColumnKey.Amount HEAP = new ColumnKey.Amount("heap_bytes_per_connection");
    public static final ColumnKey.Amount DIRECT = new ColumnKey.Amount("direct_bytes_per_connection");
    public static final ColumnKey.Amount PSS = new ColumnKey.Amount("pss_bytes_per_connection");
    public static final ColumnKey.Amount KERNEL = new ColumnKey.Amount("kernel_bytes_per_connection");
    public static final ColumnKey.Amount THREADS_EACH = new ColumnKey.Amount("threads_per_connection");
    public static final ColumnKey.Amount FULL_HANDSHAKES = new ColumnKey.Amount("tls_handshakes_per_second");
    public static final ColumnKey.Text USED_TLS = new ColumnKey.Text("used_tls");
    public static final ColumnKey.Text USED_TLS_KEY = new ColumnKey.Text("used_tls_key");
    public static final ColumnKey.Amount SCENARIO_SECONDS = new ColumnKey.Amount("duration_s");
    public static final ColumnKey.Flag WARM_UP_STEADY = new ColumnKey.Flag("warm_up_steady");
    public static final ColumnKey.Text WARM_UP_WHY = new ColumnKey.Text("warm_up_why");
    public static final ColumnKey.Text MARKS = new ColumnKey.Text("marks");

    // Of steps.
    public static final ColumnKey.Amount SERVER = new ColumnKey.Amount("server");
    public static final ColumnKey.Amount TARGET = new ColumnKey.Amount("target_connections");
    public static final ColumnKey.Amount SERVED = new ColumnKey.Amount("served_connections");
    public static final ColumnKey.Flag PASSED = new ColumnKey.Flag("passed");
    public static final ColumnKey.Text FAILURE = new ColumnKey.Text("failure");
    public static final ColumnKey.Amount STEP_NANOS = new ColumnKey.Amount("duration_ns");
    public static final ColumnKey.Amount STEP_CPU = new ColumnKey.Amount("server_cpu_in_step_ns");
    public static final ColumnKey.Flag COST_POINT = new ColumnKey.Flag("cost_point");
    public static final ColumnKey.Times CONNECT = new ColumnKey.Times("connect");
    public static final ColumnKey.Times FIRST_ANSWER = new ColumnKey.Times("first_answer");
    public static final ColumnKey.Times RESPONSE = new ColumnKey.Times("response");
    public static final ColumnKey.Times SERVICE = new ColumnKey.Times("service");
    public static final ColumnKey.Amount MESSAGES_PUBLISHED = new ColumnKey.Amount("messages_published");
    public static final ColumnKey.Amount MESSAGES_DUE = new ColumnKey.Amount("messages_due");
    public static final ColumnKey.Amount MESSAGES_RECEIVED = new ColumnKey.Amount("messages_received");
    public static final ColumnKey.Amount MESSAGES_PER_SECOND = new ColumnKey.Amount("messages_received_per_s");
    public static final ColumnKey.Amount MESSAGES_LOST = new ColumnKey.Amount("messages_lost");
    public static final ColumnKey.Amount MESSAGES_DUPLICATED = new ColumnKey.Amount("messages_duplicated");
    public static final ColumnKey.Amount MESSAGES_OUT_OF_ORDER = new ColumnKey.Amount("messages_out_of_order");
    public static final ColumnKey.Amount MESSAGE_BYTES = new ColumnKey.Amount("message_bytes_mean");
    public static final ColumnKey.Amount MESSAGES_NANOS = new ColumnKey.Amount("messages_duration_ns");
    public static final ColumnKey.Amount SERVER_PAUSE = new ColumnKey.Amount("server_pause_max_ns");
    public static final ColumnKey.Amount LOAD_PAUSE = new ColumnKey.Amount("load_pause_max_ns");
    public static final ColumnKey.Times DELIVERY = new ColumnKey.Times("delivery");
    public static final ColumnKey.Times DELIVERY_SERVICE = new ColumnKey.Times("delivery_service");
    public static final ColumnKey.Text MESSAGES_MARKS = new ColumnKey.Text("messages_marks");

    // Of moments.
    public static final ColumnKey.Amount ELAPSED = new ColumnKey.Amount("elapsed_ns");
    public static final ColumnKey.Flag AFTER_GC = new ColumnKey.Flag("after_gc");
    public static final ColumnKey.Amount SERVER_CONNECTIONS = server("connections");
    public static final ColumnKey.Amount BUSY_THREADS = server("busy_threads");
    public static final ColumnKey.Amount SERVER_DESCRIPTORS = server("open_descriptors");
    public static final ColumnKey.Amount SERVER_THREADS = server("threads");
    public static final ColumnKey.Amount HEAP_USED = server("heap_used_bytes");
    public static final ColumnKey.Amount HEAP_RESIDENT = server("heap_resident_bytes");
    public static final ColumnKey.Amount SERVER_DIRECT = server("direct_bytes");
    public static final ColumnKey.Amount SERVER_RSS = server("rss_bytes");
    public static final ColumnKey.Amount SERVER_CPU = server("cpu_ns");
    public static final ColumnKey.Amount SERVER_GC = server("gc_ns");
    public static final ColumnKey.Amount LEVELS_NOW = server("levels_now");
    public static final ColumnKey.Amount HOST_BUSY = host("busy_ns");
    public static final ColumnKey.Amount HOST_SLAB = host("slab_bytes");
    public static final ColumnKey.Amount HOST_SOCKETS = host("socket_memory_bytes");
    public static final ColumnKey.Amount HOST_KERNEL = new ColumnKey.Amount("host_kernel_bytes");
    public static final ColumnKey.Amount LOAD_AGENTS = new ColumnKey.Amount("load_agents");
    public static final ColumnKey.Amount LOAD_ASKED = new ColumnKey.Amount("load_asked");
    public static final ColumnKey.Amount LOAD_PENDING = new ColumnKey.Amount("load_pending");
    public static final ColumnKey.Amount LOAD_ALIVE = new ColumnKey.Amount("load_alive");
    public static final ColumnKey.Amount LOAD_CPU = new ColumnKey.Amount("load_cpu_ns");

    // Of expectations.
    public static final ColumnKey.Text EXPECTATION = new ColumnKey.Text("expectation");
    public static final ColumnKey.Flag KEPT = new ColumnKey.Flag("kept");
    public static final ColumnKey.Text WAS = new ColumnKey.Text("was");

    /** Sizes of the hosts that are projected, in GiB. */
    public static final List<Integer> HOSTS = List.of(1, 4, 16, 64);

    private Keys() {}

    /** Returns the column of the connections of a host of that size. */
    public static ColumnKey.Amount onHost(int gibibytes) {
        return new ColumnKey.Amount("connections_at_%d_gib".formatted(gibibytes));
    }

    /** Returns the column of the value of a setting that the server reports. */
    public static ColumnKey.Text used(ColumnKey setting) {
        return new ColumnKey.Text("used_" + setting.column());
    }

    private static ColumnKey.Amount server(String figure) {
        return RecordSchema.key(ServerReading.class, "server_", figure);
    }

    private static ColumnKey.Amount host(String figure) {
        return RecordSchema.key(HostReading.class, "host_", figure);
    }
}
