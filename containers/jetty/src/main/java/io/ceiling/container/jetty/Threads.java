package io.ceiling.container.jetty;

import io.ceiling.container.ContainerSettings;
import io.ceiling.container.ThreadKind;
import java.util.concurrent.Executor;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Creates Jetty's thread pool. With virtual threads, the pool runs only the selectors and the acceptor. */
final class Threads {

    private Threads() {}

    static QueuedThreadPool pool(ContainerSettings settings) {
        QueuedThreadPool pool = new QueuedThreadPool();
        if (settings.threadKind() == ThreadKind.VIRTUAL) {
            pool.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
            return pool;
        }
        settings.sizes().maxThreads().ifNumber(limit -> {
            int max = (int) limit;
            // Jetty refuses a maximum below its minimum.
            pool.setMinThreads(Math.min(pool.getMinThreads(), max));
            pool.setMaxThreads(max);
        });
        return pool;
    }

    /**
     * Returns the kind of threads that run requests. Jetty has a second executor for requests if it uses virtual
     * threads.
     */
    static ThreadKind kindOf(Executor executor) throws InterruptedException {
        Executor virtual = VirtualThreads.getVirtualThreadsExecutor(executor);
        return io.ceiling.container.VirtualThreads.kindOf(virtual == null ? executor : virtual);
    }
}
