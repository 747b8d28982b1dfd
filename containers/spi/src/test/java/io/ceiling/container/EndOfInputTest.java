package io.ceiling.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
@SuppressWarnings("InputStreamSlowMultibyteRead")
class EndOfInputTest {

    private final CompletableFuture<Integer> halted = new CompletableFuture<>();

    @Test
    void endsWhenTheParentClosesItsEnd() throws Exception {
        PipedOutputStream parent = new PipedOutputStream();
        EndOfInput endOfInput = EndOfInput.watch(new PipedInputStream(parent), halted::complete);

        parent.write("whatever\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        assertThat(halted).isNotDone();
        parent.close();

        endOfInput.await();
        assertThat(halted.get(10, TimeUnit.SECONDS)).isZero();
    }

    @Test
    void takesBrokenPipeForTheEnd() throws Exception {
        EndOfInput endOfInput = EndOfInput.watch(failing(new IOException("broken pipe")), halted::complete);

        endOfInput.await();
        assertThat(halted.get(10, TimeUnit.SECONDS)).isZero();
    }

    @Test
    void watchesOnWhenMemoryIsShort() throws Exception {
        AtomicInteger reads = new AtomicInteger();
        InputStream shortOfMemory = new InputStream() {
            @Override
            public int read() {
                if (reads.incrementAndGet() < 3) {
                    throw new OutOfMemoryError("Java heap space");
                }
                return -1;
            }
        };

        EndOfInput.watch(shortOfMemory, halted::complete).await();

        assertThat(reads).hasValue(3);
        assertThat(halted.get(10, TimeUnit.SECONDS)).isZero();
    }

    private static InputStream failing(IOException failure) {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                throw failure;
            }
        };
    }
}
