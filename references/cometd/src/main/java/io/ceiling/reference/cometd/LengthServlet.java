package io.ceiling.reference.cometd;

import io.ceiling.reference.Answer;
import io.ceiling.reference.Site;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** The path {@code /length}, with the answers of the web application. Thread-safe. */
final class LengthServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient Site site;

    LengthServlet(Site site) {
        this.site = site;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String query = request.getQueryString();
        Answer answer = site.answer(request.getMethod(), request.getRequestURI() + (query == null ? "" : "?" + query));
        response.setStatus(answer.status());
        response.setContentType(answer.contentType());
        if (!answer.header().isEmpty()) {
            response.setHeader(answer.headerName(), answer.headerValue());
        }
        response.setContentLength(answer.length());
        response.getOutputStream().write(answer.body(), 0, answer.length());
    }
}
