package io.ceiling.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;
import org.junit.jupiter.api.Test;

class LoopClockTest {

    private long now;
    private long waits;
    private long serves;

    private final LoopClock clock = new LoopClock(new Handler(), () -> now);

    @Test
    void tasksAndSocketsAreWorkAndTheWaitForThemIsNot() {
        clock.initialize();
        now += 10;
        turn(true, 1_000, 7);
        now += 20;
        turn(true, 500, 3);

        assertThat(clock.workedNanos()).isEqualTo(10 + 7 + 20 + 3);
    }

    @Test
    void aLoopThatOnlyWaitsDoesNoWork() {
        clock.initialize();
        turn(true, 1_000, 0);
        turn(true, 1_000, 0);

        assertThat(clock.workedNanos()).isZero();
    }

    @Test
    void aLoopThatNeverWaitsIsFull() {
        clock.initialize();
        for (int i = 0; i < 10; i++) {
            now += 5;
            turn(false, 1, 4);
        }

        assertThat(clock.workedNanos()).isEqualTo(now);
    }

    @Test
    void workThatIsNotOverCounts() {
        clock.initialize();
        turn(true, 100, 1);
        now += 40;

        assertThat(clock.workedNanos()).isEqualTo(41);
    }

    @Test
    void aLoopThatHasNotStartedDoesNoWork() {
        now += 1_000;

        assertThat(clock.workedNanos()).isZero();
    }

    private void turn(boolean canBlock, long waitNanos, long serveNanos) {
        waits = waitNanos;
        serves = serveNanos;
        int handled = clock.run(new Context(canBlock));
        assertThat(handled).isEqualTo(1);
    }

    private record Context(boolean canBlock) implements IoHandlerContext {

        @Override
        public long delayNanos(long currentTimeNanos) {
            return 0;
        }

        @Override
        public long deadlineNanos() {
            return -1;
        }
    }

    /** Waits and serves for as long as it is told. */
    private final class Handler implements IoHandler {

        @Override
        public int run(IoHandlerContext context) {
            now += waits;
            now += serves;
            if (context.shouldReportActiveIoTime()) {
                context.reportActiveIoTime(serves);
            }
            return 1;
        }

        @Override
        public IoRegistration register(IoHandle handle) {
            throw new UnsupportedOperationException("no sockets here");
        }

        @Override
        public void wakeup() {
            // Nobody waits.
        }

        @Override
        public boolean isCompatible(Class<? extends IoHandle> handleType) {
            return true;
        }
    }
}
