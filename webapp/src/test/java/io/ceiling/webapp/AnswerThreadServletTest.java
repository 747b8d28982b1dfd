package io.ceiling.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AnswerThreadServletTest {

    private final AtomicInteger completed = new AtomicInteger();

    private AsyncContext whoseResponseThrows(Exception thrown) {
        ClassLoader loader = AsyncContext.class.getClassLoader();
        ServletResponse response = (ServletResponse)
                Proxy.newProxyInstance(loader, new Class<?>[] {ServletResponse.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getOutputStream")) {
                        throw thrown;
                    }
                    return null;
                });
        return (AsyncContext)
                Proxy.newProxyInstance(loader, new Class<?>[] {AsyncContext.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("complete")) {
                        completed.incrementAndGet();
                        throw new IllegalStateException("the container was quicker");
                    }
                    return response;
                });
    }

    @Test
    void aFaultDoesNotLeaveTheRequestWaiting() {
        AnswerThreadServlet.complete(whoseResponseThrows(new UnsupportedOperationException("a fault")));

        assertThat(completed).hasValue(1);
    }

    @Test
    void aRequestWhoseClientIsGoneIsLeftToTheContainer() {
        AnswerThreadServlet.complete(whoseResponseThrows(new IOException("Broken pipe")));

        assertThat(completed).hasValue(0);
    }
}
