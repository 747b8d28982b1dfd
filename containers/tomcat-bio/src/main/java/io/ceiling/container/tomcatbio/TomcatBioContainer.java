package io.ceiling.container.tomcatbio;

import io.ceiling.container.Connector;
import io.ceiling.container.ContainerSettings;
import io.ceiling.container.VirtualThreads;
import io.ceiling.container.catalina.EmbeddedTomcat;
import io.ceiling.container.catalina.TomcatEndpoint;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;

/** The last Tomcat with a blocking connector: a thread for each connection, platform or virtual. */
final class TomcatBioContainer extends EmbeddedTomcat {

    private static final int JDK_OF_JEP_491 = 24;

    @Override
    public void requireSupported(ContainerSettings settings) {
        if (settings.connector() != Connector.BIO) {
            throw new IllegalArgumentException("tomcat %s is here for connector bio alone; use bio, was %s"
                    .formatted(version(), settings.connector().label()));
        }
        if (settings.sizes().tls().isOn()) {
            throw new IllegalArgumentException(
                    "tomcat %s is older than TLS 1.3, tls must be off, was %s. Hint: use nio or nio2"
                            .formatted(version(), settings.sizes().tls().label()));
        }
        settings.sizes().requireNoHeaderCache("tomcat");
        VirtualThreads.requireJdk(
                settings.threadKind(),
                JDK_OF_JEP_491,
                " with connector bio (it reads inside synchronized, which blocked the carrier thread before JEP 491)");
    }

    @Override
    protected TomcatEndpoint endpoint(ContainerSettings settings) {
        return BlockingEndpoint.create();
    }

    @Override
    protected void addDefaults(StandardContext context) {
        leaveCachesOfTheJdk(context);
        Tomcat.initWebappDefaults(context);
        removeJsp(context);
    }

    // Otherwise Tomcat reports a failed start as fields of the JDK that a newer JDK does not open.
    private static void leaveCachesOfTheJdk(StandardContext context) {
        context.setClearReferencesObjectStreamClassCaches(false);
        context.setClearReferencesRmiTargets(false);
    }

    // There is no JSP compiler here, and Tomcat would log this at each start.
    private static void removeJsp(StandardContext context) {
        context.removeServletMapping("*.jsp");
        context.removeServletMapping("*.jspx");
        context.removeChild(context.findChild("jsp"));
    }
}
