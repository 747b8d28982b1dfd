package io.ceiling.container.catalina;

import io.ceiling.container.ContainerSettings;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.ContextConfig;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.scan.StandardJarScanner;

/** The WAR as Tomcat deploys it. */
final class WebApplication {

    private WebApplication() {}

    static StandardContext of(Tomcat tomcat, ContainerSettings settings) {
        ContextConfig config = new ContextConfig();
        config.setDefaultWebXml(tomcat.noDefaultWebXmlPath());
        StandardContext context = new StandardContext();
        context.setPath(settings.contextPath());
        context.setDocBase(settings.war().toAbsolutePath().toString());
        context.addLifecycleListener(config);
        context.setFailCtxIfServletStartFails(true);
        scanOnlyTheWar(context);
        settings.sizes().bufferBytes().ifPresent(bytes -> WebSockets.setBuffers(context, bytes));
        return context;
    }

    /** The jars of Tomcat itself hold no web fragments; to look for them costs a third of a second. */
    private static void scanOnlyTheWar(StandardContext context) {
        StandardJarScanner scanner = new StandardJarScanner();
        scanner.setScanClassPath(false);
        scanner.setScanManifest(false);
        context.setJarScanner(scanner);
    }
}
