package io.ceiling.container.tomcatbio;

import io.ceiling.container.ContainerSettings;
import java.nio.file.Path;
import org.apache.catalina.LifecycleState;
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
        leaveCachesOfTheJdk(context);
        Tomcat.initWebappDefaults(context);
        removeJsp(context);
        settings.sizes().bufferBytes().ifPresent(bytes -> WebSockets.setBuffers(context, bytes));
        tomcat.getHost().addChild(context);
        return context;
    }

    /** Else an application that does not start is reported as fields of the JDK that a newer JDK does not open. */
    private static void leaveCachesOfTheJdk(StandardContext context) {
        context.setClearReferencesObjectStreamClassCaches(false);
        context.setClearReferencesRmiTargets(false);
    }

    /** The compiler of JSP is not there; Tomcat would complain about it at each start. */
    private static void removeJsp(StandardContext context) {
        context.removeServletMapping("*.jsp");
        context.removeServletMapping("*.jspx");
        context.removeChild(context.findChild("jsp"));
    }

    /** The jars of Tomcat itself hold no web fragments; to look for them takes time. */
    private static void scanOnlyTheWar(StandardContext context) {
        StandardJarScanner scanner = new StandardJarScanner();
        scanner.setScanClassPath(false);
        scanner.setScanManifest(false);
        context.setJarScanner(scanner);
    }

    /** Tomcat starts happily without its only web application; this does not. */
    static void requireStarted(StandardContext context, Path war) {
        if (context.getState() != LifecycleState.STARTED) {
            throw new IllegalStateException(
                    "the web application %s is %s; see the log above".formatted(war.getFileName(), context.getState()));
        }
    }
}
