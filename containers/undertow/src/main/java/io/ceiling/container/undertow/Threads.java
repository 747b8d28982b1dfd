package io.ceiling.container.undertow;

import io.ceiling.container.ContainerSettings;
import io.ceiling.container.ThreadKind;
import io.ceiling.container.VirtualThreads;
import io.undertow.Undertow;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.Xnio;

/** Sets the threads that run requests. The I/O threads keep Undertow's defaults. */
final class Threads {

    // Without this property jboss-threads does not count busy threads. It is read once per JVM.
    private static final String COUNT_BUSY = "jboss.threads.eqe.statistics.active-count";

    private Threads() {}

    /** Must be called before the first worker is created. */
    static void set(Undertow.Builder builder, ContainerSettings settings) throws IOException {
        System.setProperty(COUNT_BUSY, "true");
        if (settings.threadKind() == ThreadKind.PLATFORM) {
            settings.sizes().maxThreads().ifNumber(threads -> builder.setWorkerThreads((int) threads));
            return;
        }
        // These are the options of Undertow's own workers.
        builder.setWorker(Xnio.getInstance(Undertow.class.getClassLoader())
                .createWorkerBuilder()
                .populateFromOptions(OptionMap.builder()
                        .set(
                                Options.WORKER_IO_THREADS,
                                Math.max(Runtime.getRuntime().availableProcessors(), 2))
                        .set(Options.TCP_NODELAY, true)
                        .set(Options.CORK, true)
                        .getMap())
                .setExternalExecutorService(new VirtualExecutor())
                .build());
    }

    // A virtual thread for each task, in the form that XNIO takes; it ends with its process.
    private static final class VirtualExecutor extends AbstractExecutorService {

        private final Executor start = VirtualThreads.newExecutor();

        @Override
        public void execute(Runnable task) {
            start.execute(task);
        }

        @Override
        public void shutdown() {
            // Nothing runs between tasks.
        }

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return false;
        }
    }
}
