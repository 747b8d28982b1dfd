package io.ceiling.load;

import io.ceiling.load.report.LoopTimes;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.ThreadAwareExecutor;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An I/O handler that measures for how long its event loop works, as opposed to waiting for sockets or the next task.
 *
 * <p>A loop that has left its wait counts as working, even without a processor. Any thread may call
 * {@link #workedNanos}; all other methods run on the thread of the loop.
 */
final class LoopClock implements IoHandler {

    private final IoHandler handler;
    private final LongSupplier nanoTime;

    private long workedNanos;
    // Start of the current work; no meaning while the loop waits.
    private long workStartNanos;

    private boolean working;
    private @Nullable Turn turn;

    LoopClock(IoHandler handler, LongSupplier nanoTime) {
        this.handler = handler;
        this.nanoTime = nanoTime;
    }

    /** Returns the time for which the loop has worked so far, in nanoseconds. */
    synchronized long workedNanos() {
        return workedNanos + (working ? nanoTime.getAsLong() - workStartNanos : 0);
    }

    private synchronized void startWork(long sinceNanos) {
        workStartNanos = sinceNanos;
        working = true;
    }

    private synchronized void startWait() {
        if (working) {
            workedNanos += nanoTime.getAsLong() - workStartNanos;
            working = false;
        }
    }

    @Override
    public void initialize() {
        startWork(nanoTime.getAsLong());
        handler.initialize();
    }

    @Override
    public int run(IoHandlerContext context) {
        if (!context.canBlock()) {
            return handler.run(context);
        }
        startWait();
        Turn now = turnIn(context);
        try {
            return handler.run(now);
        } finally {
            // The handling of ready sockets is work.
            startWork(nanoTime.getAsLong() - now.activeNanos);
        }
    }

    // Returns the same object for every turn of a loop, so that a turn allocates nothing.
    private Turn turnIn(IoHandlerContext context) {
        Turn last = turn;
        if (last != null && last.context == context) {
            last.activeNanos = 0;
            return last;
        }
        Turn first = new Turn(context);
        turn = first;
        return first;
    }

    @Override
    public void prepareToDestroy() {
        handler.prepareToDestroy();
    }

    @Override
    public void destroy() {
        handler.destroy();
        startWait();
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return handler.register(handle);
    }

    @Override
    public void wakeup() {
        handler.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return handler.isCompatible(handleType);
    }

    // One turn of the loop; it records how long the handler worked in it.
    private static final class Turn implements IoHandlerContext {

        private final IoHandlerContext context;
        private long activeNanos;

        Turn(IoHandlerContext context) {
            this.context = context;
        }

        @Override
        public boolean canBlock() {
            return context.canBlock();
        }

        @Override
        public long delayNanos(long currentTimeNanos) {
            return context.delayNanos(currentTimeNanos);
        }

        @Override
        public long deadlineNanos() {
            return context.deadlineNanos();
        }

        @Override
        public boolean shouldReportActiveIoTime() {
            return true;
        }

        @Override
        public void reportActiveIoTime(long nanos) {
            activeNanos += nanos;
            if (context.shouldReportActiveIoTime()) {
                context.reportActiveIoTime(nanos);
            }
        }
    }

    /** Creates the I/O handlers of event loops, and measures for each loop how long it works instead of waiting. */
    static final class Factory implements IoHandlerFactory {

        private final IoHandlerFactory handlers;
        private final List<LoopClock> clocks = new CopyOnWriteArrayList<>();

        Factory(IoHandlerFactory handlers) {
            this.handlers = handlers;
        }

        @Override
        public IoHandler newHandler(ThreadAwareExecutor executor) {
            LoopClock clock = new LoopClock(handlers.newHandler(executor), System::nanoTime);
            clocks.add(clock);
            return clock;
        }

        @Override
        public boolean isChangingThreadSupported() {
            return handlers.isChangingThreadSupported();
        }

        LoopTimes times() {
            return LoopTimes.of(clocks.stream().map(LoopClock::workedNanos).toList());
        }
    }
}
