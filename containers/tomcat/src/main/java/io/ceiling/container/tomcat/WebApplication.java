package io.ceiling.container.tomcat;

import io.ceiling.container.ContainerSettings;
import java.nio.file.Path;
import org.apache.catalina.Host;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.Wrapper;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.ContextConfig;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.scan.StandardJarScanner;

/** The WAR in its host, with what Tomcat's conf/web.xml gives it except JSP. */
final class WebApplication {

    private WebApplication() {}

    static StandardContext add(Tomcat tomcat, ContainerSettings settings) {
        ContextConfig config = new ContextConfig();
        config.setDefaultWebXml(tomcat.noDefaultWebXmlPath());
        StandardContext context = new StandardContext();
        context.setPath(settings.contextPath());
        context.setDocBase(settings.war().toAbsolutePath().toString());
        context.addLifecycleListener(config);
        context.setFailCtxIfServletStartFails(true);
        scanOnlyTheWar(context);
        // Tomcat.addWebapp would add the JSP servlet as well and complain at each start that it is not there.
        Wrapper files = Tomcat.addServlet(context, "default", "org.apache.catalina.servlets.DefaultServlet");
        files.setLoadOnStartup(1);
        files.setOverridable(true);
        context.addServletMapping("/", "default");
        Tomcat.addDefaultMimeTypeMappings(context);
        context.addWelcomeFile("index.html");
        bufferWebSockets(context, settings);
        Host host = tomcat.getHost();
        host.addChild(context);
        return context;
    }

    /** The jars of Tomcat itself hold no web fragments; to look for them costs a third of a second. */
    private static void scanOnlyTheWar(StandardContext context) {
        StandardJarScanner scanner = new StandardJarScanner();
        scanner.setScanClassPath(false);
        scanner.setScanManifest(false);
        context.setJarScanner(scanner);
    }

    private static void bufferWebSockets(StandardContext context, ContainerSettings settings) {
        settings.sizes().bufferBytes().ifPresent(bytes -> WebSockets.setBuffers(context, bytes));
    }

    /** Tomcat starts happily without its only web application; this does not. */
    static void requireStarted(StandardContext context, Path war) {
        if (context.getState() != LifecycleState.STARTED) {
            throw new IllegalStateException(
                    "the web application %s is %s; see the log above".formatted(war.getFileName(), context.getState()));
        }
    }
}
