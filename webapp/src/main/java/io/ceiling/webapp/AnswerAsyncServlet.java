package io.ceiling.webapp;

import io.ceiling.protocol.RefusedException;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Makes the request asynchronous and completes it at once in the same thread, to show the cost of an AsyncContext
 * alone.
 */
public final class AnswerAsyncServlet extends Endpoint {

    private static final long serialVersionUID = 1L;

    public AnswerAsyncServlet() {
        super("GET");
    }

    @Override
    protected void answer(HttpServletRequest request, HttpServletResponse response)
            throws IOException, RefusedException {
        Answer.refuseParameters(request);
        AsyncContext async = request.startAsync();
        Answer.write(async.getResponse());
        async.complete();
    }
}
