package io.ceiling.webapp;

import io.ceiling.webapp.hold.HoldAsyncServlet;
import io.ceiling.webapp.hold.HoldBlockingServlet;
import io.ceiling.webapp.hold.HoldReleaseServlet;
import io.ceiling.webapp.recursion.RecursiveAsyncServlet;
import io.ceiling.webapp.recursion.RecursiveServlet;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;

/** The servlets of this package with their paths; those of the channels are in web.xml. */
final class Servlets {

    private Servlets() {}

    static void addTo(ServletContext context) {
        // The empty pattern matches the root alone.
        add(context, "/index.html", PageServlet.class).addMapping("");
        add(context, "/counters", CountersServlet.class);
        add(context, "/recursive", RecursiveServlet.class);
        add(context, "/recursive-async", RecursiveAsyncServlet.class);
        add(context, "/hold/blocking", HoldBlockingServlet.class);
        add(context, "/hold/async", HoldAsyncServlet.class);
        add(context, "/hold/release", HoldReleaseServlet.class);
        add(context, "/length", LengthServlet.class);
        add(context, "/answer", AnswerServlet.class);
        add(context, "/answer/async", AnswerAsyncServlet.class);
        add(context, "/answer/async-thread", AnswerThreadServlet.class);
        add(context, UpperServlet.PATH, UpperServlet.class);
    }

    private static ServletRegistration.Dynamic add(ServletContext context, String path, Class<? extends Servlet> type) {
        String name = path.substring(1).replace('/', '-');
        ServletRegistration.Dynamic added = context.addServlet(name, type);
        if (added == null) {
            throw new IllegalStateException("web.xml has a servlet of this name, too: " + name);
        }
        added.addMapping(path);
        added.setAsyncSupported(true);
        added.setLoadOnStartup(1);
        return added;
    }
}
