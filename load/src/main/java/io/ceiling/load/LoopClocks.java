package io.ceiling.load;

import io.ceiling.load.report.LoopTimes;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerFactory;
import io.netty.util.concurrent.ThreadAwareExecutor;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Creates the I/O handlers of event loops, and measures for each loop how long it works instead of waiting. */
final class LoopClocks implements IoHandlerFactory {

    private final IoHandlerFactory handlers;
    private final List<LoopClock> clocks = new CopyOnWriteArrayList<>();

    LoopClocks(IoHandlerFactory handlers) {
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

    /** Returns the times for which the loops have worked. */
    LoopTimes times() {
        return LoopTimes.of(clocks.stream().map(LoopClock::workedNanos).toList());
    }
}
