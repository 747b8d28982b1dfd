package io.ceiling.webapp;

import io.ceiling.protocol.Gauges;
import io.ceiling.webapp.hold.Holds;
import io.ceiling.webapp.recursion.Chains;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Prints what the count of requests in flight costs each request: processor time of a call through the filter less that of the
 * same call without it, in alternating rounds.
 *
 * <p>Run it with {@code java -cp webapp/target/classes:webapp/target/test-classes:... io.ceiling.webapp.InFlightCost}. It is the
 * filter alone: a container adds an entry to its chain of filters.
 */
final class InFlightCost {

    private static final int ROUNDS = 21;
    private static final int CALLS = 10_000_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private InFlightCost() {}

    public static void main(String[] arguments) throws Exception {
        InFlightFilter filter = new InFlightFilter();
        filter.init(config());
        Filter none = (request, response, chain) -> chain.doFilter(request, response);
        for (int threads : new int[] {1, 2}) {
            ExecutorService pool = Executors.newFixedThreadPool(threads);
            // The first rounds are not compiled yet.
            round(pool, threads, filter);
            round(pool, threads, none);
            double[] added = new double[ROUNDS];
            for (int i = 0; i < ROUNDS; i++) {
                double with = round(pool, threads, filter);
                added[i] = with - round(pool, threads, none);
            }
            Arrays.sort(added);
            System.out.printf(
                    Locale.ROOT,
                    "%d thread(s): median %.1f ns a request, %.1f to %.1f in %d rounds of %d calls%n",
                    threads,
                    added[ROUNDS / 2],
                    added[0],
                    added[ROUNDS - 1],
                    ROUNDS,
                    CALLS);
            pool.shutdown();
        }
    }

    /** Nanoseconds of processor time for a call, on average. */
    private static double round(ExecutorService pool, int threads, Filter filter) throws Exception {
        List<Future<Long>> rounds = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            rounds.add(pool.submit(() -> nanosOf(filter)));
        }
        long nanos = 0;
        for (Future<Long> each : rounds) {
            nanos += each.get();
        }
        return (double) nanos / CALLS / threads;
    }

    private static long nanosOf(Filter filter) throws IOException, ServletException {
        long[] called = new long[1];
        FilterChain chain = (request, response) -> called[0]++;
        long begin = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < CALLS; i++) {
            filter.doFilter(null, null, chain);
        }
        long end = THREADS.getCurrentThreadCpuTime();
        if (called[0] != CALLS) {
            throw new IllegalStateException("called %d times".formatted(called[0]));
        }
        return end - begin;
    }

    /** Of a web application that has started. */
    private static FilterConfig config() {
        Gauges gauges = Gauges.of("");
        Settings settings = new Settings(name -> null, name -> null);
        Webapp webapp = new Webapp(
                settings,
                gauges,
                new Chains(1, 1, 1000, 1000, gauges, null),
                new Holds(1, Holds.NO_LIMIT, gauges),
                new InFlight());
        ServletContext context = answering(ServletContext.class, Map.of("getAttribute", webapp));
        return answering(FilterConfig.class, Map.of("getServletContext", context));
    }

    private static <T> T answering(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> answers.get(method.getName())));
    }
}
