package io.ceiling.webapp;

import io.ceiling.protocol.RefusedException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Answers in the thread of the request. */
public final class AnswerServlet extends Endpoint {

    private static final long serialVersionUID = 1L;

    public AnswerServlet() {
        super("GET");
    }

    @Override
    protected void answer(HttpServletRequest request, HttpServletResponse response)
            throws IOException, RefusedException {
        Answer.refuseParameters(request);
        Answer.write(response);
    }
}
