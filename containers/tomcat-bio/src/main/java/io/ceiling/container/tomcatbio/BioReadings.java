package io.ceiling.container.tomcatbio;

import io.ceiling.container.ContainerReadingsMXBean;
import java.lang.reflect.Field;
import java.util.concurrent.ThreadPoolExecutor;
import org.apache.tomcat.util.net.AbstractEndpoint;
import org.apache.tomcat.util.threads.LimitLatch;
import org.jspecify.annotations.Nullable;

/** Reads the live endpoint and its executor. */
final class BioReadings implements ContainerReadingsMXBean {

    private final AbstractEndpoint<?> endpoint;
    private final @Nullable LimitLatch latch;

    BioReadings(AbstractEndpoint<?> endpoint) {
        this.endpoint = endpoint;
        this.latch = latch(endpoint);
    }

    private static @Nullable LimitLatch latch(AbstractEndpoint<?> endpoint) {
        try {
            Field latch = AbstractEndpoint.class.getDeclaredField("connectionLimitLatch");
            latch.setAccessible(true);
            return (LimitLatch) latch.get(endpoint);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Tomcat does not tell its connections", e);
        }
    }

    /** Without a limit Tomcat does not count. The latch counts the acceptor as well, unless it waits for the latch. */
    @Override
    public long getConnectionCount() {
        if (latch == null) {
            return -1;
        }
        return Math.max(0, latch.getCount() - (latch.hasQueuedThreads() ? 0 : 1));
    }

    @Override
    public long getMaxConnections() {
        return endpoint.getMaxConnections();
    }

    @Override
    public int getPoolThreads() {
        return endpoint.getExecutor() instanceof ThreadPoolExecutor pool ? pool.getPoolSize() : -1;
    }

    @Override
    public int getBusyThreads() {
        return endpoint.getExecutor() instanceof ThreadPoolExecutor pool ? pool.getActiveCount() : -1;
    }

    @Override
    public int getMaxThreads() {
        return endpoint.getExecutor() instanceof ThreadPoolExecutor pool ? pool.getMaximumPoolSize() : -1;
    }

    @Override
    public int getQueuedRequests() {
        return endpoint.getExecutor() instanceof ThreadPoolExecutor pool
                ? pool.getQueue().size()
                : 0;
    }
}
