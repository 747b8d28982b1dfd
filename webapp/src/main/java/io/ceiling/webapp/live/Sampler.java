package io.ceiling.webapp.live;

import io.ceiling.webapp.Gauge;
import io.ceiling.webapp.Gauges;
import io.ceiling.webapp.ThreadKind;
import io.ceiling.webapp.Webapp;
import io.ceiling.webapp.channels.ChannelConnections;
import jakarta.servlet.ServletContext;
import java.util.LinkedHashMap;
import java.util.Map;

/** Takes the readings of this WAR and of the JVM around it. Does not block. */
final class Sampler {

    private final ServletContext context;
    private final Webapp webapp;
    private final Beans beans;
    private final Jvm jvm;

    Sampler(ServletContext context, Beans beans) {
        this.context = context;
        this.webapp = Webapp.of(context);
        this.beans = beans;
        this.jvm = new Jvm(beans);
    }

    /** Updates the peaks of values that change within milliseconds. */
    void look(Peaks peaks, int viewers) {
        peaks.see(inFlight(workloads(Map.of()), viewers), webapp.recursionDepth());
    }

    /** Returns all readings; the peaks include the current values. */
    LiveReading read(Peaks peaks, int viewers) {
        Workloads workloads = workloads(ChannelConnections.byTransport(context));
        long inFlight = inFlight(workloads, viewers);
        long depth = webapp.recursionDepth();
        peaks.see(inFlight, depth);
        return new LiveReading(
                System.currentTimeMillis(),
                workloads,
                ContainerReading.read(beans),
                new LiveReading.Requests(
                        inFlight,
                        peaks.inFlight(),
                        ThreadKind.hasVirtual() ? Long.valueOf(webapp.inFlight().virtualThreads()) : null),
                new LiveReading.Recursion(depth, peaks.depth(), webapp.gauges().value(Gauge.DEEPEST_LEVEL)),
                jvm.read(),
                viewers,
                counters(webapp.gauges()));
    }

    private Workloads workloads(Map<String, Integer> channels) {
        Gauges gauges = webapp.gauges();
        return new Workloads(
                gauges.value(Gauge.BLOCKING_HOLDS),
                gauges.value(Gauge.ASYNC_HOLDS),
                gauges.value(Gauge.UPPER_SESSIONS),
                gauges.value(Gauge.LEVELS_IN_FLIGHT),
                gauges.value(Gauge.ASYNC_LEVELS),
                channels);
    }

    /** Returns the number of requests in flight. Each viewer is a request without a thread as well. */
    private long inFlight(Workloads workloads, int viewers) {
        return webapp.inFlight().platformThreads()
                + webapp.inFlight().virtualThreads()
                + workloads.asyncRequests()
                + viewers;
    }

    private static Map<String, Long> counters(Gauges gauges) {
        Map<String, Long> counters = new LinkedHashMap<>();
        counters.put("refusals", gauges.value(Gauge.REFUSALS));
        counters.put("length_answers", gauges.value(Gauge.LENGTH_ANSWERS));
        counters.put("websocket_answers", gauges.value(Gauge.UPPER_ANSWERS));
        counters.put("messages_published", gauges.value(Gauge.PUBLISHED));
        counters.put("deliveries_written", gauges.value(Gauge.DELIVERIES_WRITTEN));
        counters.put("deliveries_dropped", gauges.value(Gauge.DELIVERIES_DROPPED));
        return counters;
    }
}
