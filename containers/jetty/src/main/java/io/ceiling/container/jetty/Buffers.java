package io.ceiling.container.jetty;

import io.ceiling.container.ContainerSettings;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;

/** Maps one buffer size to Jetty's settings; the list is in docs/settings.md. */
final class Buffers {

    // Minimum header size in bytes; a smaller one would refuse the request line and headers of an ordinary browser.
    private static final int MIN_HEADER = 2_048;
    // Jetty's default difference between the sizes of pooled buffers, in bytes.
    private static final int POOL_STEP = 4_096;
    // Jetty's default maximum size of pooled buffers, in bytes.
    private static final int POOL_LARGEST = 65_536;

    private Buffers() {}

    /**
     * Returns a pool whose sizes differ by no more than a buffer, because otherwise a small buffer would be rounded up
     * to 4 KiB.
     */
    static ByteBufferPool pool(ContainerSettings settings) {
        return settings.sizes().bufferBytes().isPresent()
                ? new ArrayByteBufferPool(0, step(settings.sizes().bufferBytes().getAsInt()), POOL_LARGEST)
                : new ArrayByteBufferPool();
    }

    static void set(HttpConnectionFactory http, int bytes) {
        HttpConfiguration configuration = http.getHttpConfiguration();
        http.setInputBufferSize(bytes);
        configuration.setOutputBufferSize(bytes);
        configuration.setOutputAggregationSize(bytes);
        configuration.setRequestHeaderSize(Math.max(bytes, MIN_HEADER));
        configuration.setResponseHeaderSize(Math.max(bytes, MIN_HEADER));
        adaptInputSpace(configuration);
    }

    // Adapts the space that an input buffer must have: with the default of 1500, each read into a smaller buffer
    // would allocate a new one. Jetty 12.0 has no such setting and reads into the buffer that there is.
    private static void adaptInputSpace(HttpConfiguration configuration) {
        try {
            HttpConfiguration.class
                    .getMethod("setMinInputBufferSpace", int.class)
                    .invoke(configuration, -1);
        } catch (NoSuchMethodException e) {
            // Jetty 12.0.
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Jetty does not take the least space of an input buffer", e);
        }
    }

    /** Returns the settings that {@link #pool} and {@link #set} make. */
    static Map<String, Integer> asked(int bytes) {
        Map<String, Integer> asked = new TreeMap<>();
        asked.put("inputBufferSize", bytes);
        asked.put("outputBufferSize", bytes);
        asked.put("outputAggregationSize", bytes);
        asked.put("requestHeaderSize", Math.max(bytes, MIN_HEADER));
        asked.put("responseHeaderSize", Math.max(bytes, MIN_HEADER));
        asked.put("bufferPoolStep", step(bytes));
        return asked;
    }

    static Map<String, Integer> running(HttpConnectionFactory http, ByteBufferPool pool) {
        HttpConfiguration configuration = http.getHttpConfiguration();
        Map<String, Integer> running = new TreeMap<>();
        running.put("inputBufferSize", http.getInputBufferSize());
        running.put("outputBufferSize", configuration.getOutputBufferSize());
        running.put("outputAggregationSize", configuration.getOutputAggregationSize());
        running.put("requestHeaderSize", configuration.getRequestHeaderSize());
        running.put("responseHeaderSize", configuration.getResponseHeaderSize());
        running.put("bufferPoolStep", stepOf(pool));
        return running;
    }

    // Returns the size of the smallest pooled buffer, which is one step; the pool has no accessor for the step.
    private static int stepOf(ByteBufferPool pool) {
        RetainableByteBuffer smallest = pool.acquire(1, false);
        try {
            return smallest.getByteBuffer().capacity();
        } finally {
            smallest.release();
        }
    }

    private static int step(int bytes) {
        return Math.min(bytes, POOL_STEP);
    }
}
