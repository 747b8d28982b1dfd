package io.ceiling.container.tomcat;

import io.ceiling.container.Connector;
import io.ceiling.container.ContainerSettings;
import io.ceiling.container.VirtualThreads;
import io.ceiling.container.catalina.EmbeddedTomcat;
import io.ceiling.container.catalina.TomcatEndpoint;
import org.apache.catalina.Wrapper;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.modeler.Registry;

/** Tomcat with NIO or NIO2, on platform or virtual threads. */
final class TomcatContainer extends EmbeddedTomcat {

    @Override
    public void requireSupported(ContainerSettings settings) {
        if (settings.connector() == Connector.BIO) {
            throw new IllegalArgumentException(
                    "tomcat %s has no connector bio; use nio or nio2. Hint: the last Tomcat with bio is a container of its own"
                            .formatted(version()));
        }
        settings.sizes().requireNoHeaderCache("tomcat");
        VirtualThreads.requireSupported(settings.threadKind());
    }

    @Override
    protected TomcatEndpoint endpoint(ContainerSettings settings) {
        // Tomcat's own MBeans take a third of the start; without them a connection costs the same (docs/containers.md).
        Registry.disableRegistry();
        return NonBlockingEndpoint.of(settings.connector());
    }

    /** Replaces Tomcat.addWebapp, which also adds the JSP servlet and logs at each start that it is missing. */
    @Override
    // Releases before 11.0.25 and 10.1.59, which also run with these classes, do not have the new method
    // (docs/releases.md).
    @SuppressWarnings("deprecation")
    protected void addDefaults(StandardContext context) {
        Wrapper files = Tomcat.addServlet(context, "default", "org.apache.catalina.servlets.DefaultServlet");
        files.setLoadOnStartup(1);
        files.setOverridable(true);
        context.addServletMappingDecoded("/", "default");
        Tomcat.addDefaultMimeTypeMappings(context);
        context.addWelcomeFile("index.html");
    }
}
