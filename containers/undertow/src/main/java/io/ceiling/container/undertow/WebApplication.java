package io.ceiling.container.undertow;

import io.ceiling.container.ContainerSettings;
import io.ceiling.container.Deflate;
import io.undertow.server.handlers.PathHandler;
import io.undertow.server.handlers.resource.PathResourceManager;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.api.ServletInfo;
import io.undertow.websockets.extensions.PerMessageDeflateHandshake;
import io.undertow.websockets.jsr.ConfiguredServerEndpoint;
import io.undertow.websockets.jsr.ServerWebSocketContainer;
import io.undertow.websockets.jsr.WebSocketDeploymentInfo;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.websocket.Extension;
import jakarta.websocket.server.ServerContainer;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The WAR, unpacked, and the deployment that its web.xml, annotations and initializers describe. */
final class WebApplication {

    private final String contextPath;
    private final DeploymentInfo deployment;
    private final WebSocketDeploymentInfo webSockets = new WebSocketDeploymentInfo();
    // Kept here, because Undertow does not report the compression of an extension.
    private Deflate accepted = Deflate.OFF;

    private WebApplication(String contextPath, DeploymentInfo deployment) {
        this.contextPath = contextPath.isEmpty() ? "/" : contextPath;
        this.deployment = deployment;
    }

    /**
     * Unpacks the WAR and reads what it declares; nothing of it runs yet.
     *
     * @throws IllegalStateException if it declares something that is not supported here
     */
    static WebApplication unpack(ContainerSettings settings, Path workFolder) throws IOException {
        Path folder = Files.createDirectory(workFolder.resolve("webapp"));
        unpack(settings.war(), folder);
        WebClassLoader classes = WebClassLoader.of(folder);
        WebApplication application = new WebApplication(
                settings.contextPath(),
                Servlets.deployment()
                        .setDeploymentName(String.valueOf(settings.war().getFileName()))
                        .setClassLoader(classes)
                        .setResourceManager(new PathResourceManager(folder))
                        .setTempDir(Files.createDirectory(workFolder.resolve("temp")))
                        // As the specification requires; otherwise Undertow creates filters with the first request.
                        .setEagerFilterInit(true));
        application.deployment.setContextPath(application.contextPath);
        application.accept(settings.sizes().deflate());
        WebXml webXml = WebXml.read(folder.resolve("WEB-INF").resolve("web.xml"));
        webXml.declareIn(application.deployment, classes);
        AnnotationScanner declared = new AnnotationScanner(classes);
        if (!webXml.isComplete()) {
            declared.addAnnotated(application.deployment, application.webSockets);
            if (!webXml.leavesOutJars()) {
                declared.requireNoFragments();
            }
        }
        declared.addInitializers(application.deployment, webXml.leavesOutJars());
        return application;
    }

    // Lets WebSockets accept this compression when a client offers it; otherwise Undertow refuses it.
    private void accept(Deflate deflate) {
        if (deflate.isOn()) {
            boolean takeover = deflate == Deflate.TAKEOVER;
            accepted = deflate;
            webSockets.addExtension(new PerMessageDeflateHandshake(false, takeover, takeover));
        }
    }

    /** Returns the compression that its WebSockets accept. */
    Deflate deflate() {
        return webSockets.getExtensions().stream().anyMatch(PerMessageDeflateHandshake.class::isInstance)
                ? accepted
                : Deflate.OFF;
    }

    private static void unpack(Path war, Path folder) throws IOException {
        try (ZipFile zip = new ZipFile(war.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                Path file = folder.resolve(entry.getName()).normalize();
                if (!file.startsWith(folder)) {
                    throw new IllegalStateException(
                            "an entry of %s is outside of it: %s".formatted(war.getFileName(), entry.getName()));
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.createDirectories(file.getParent());
                    try (InputStream content = zip.getInputStream(entry)) {
                        Files.copy(content, file);
                    }
                }
            }
        }
    }

    /** Starts the application with the listener's buffers and workers, and makes it answer. */
    ServletContext deploy(PathHandler root, Listener listener) throws ServletException {
        // An application may block when a message comes; threads that wait for sockets must not.
        webSockets.setBuffers(listener.buffers()).setWorker(listener.worker()).setDispatchToWorkerThread(true);
        deployment.addServletContextAttribute(WebSocketDeploymentInfo.ATTRIBUTE_NAME, webSockets);
        DeploymentManager manager = Servlets.defaultContainer().addDeployment(deployment);
        manager.deploy();
        root.addPrefixPath(contextPath, manager.start());
        requireStarted(manager);
        if (accepted.isOn()) {
            EndpointExtensions.install(manager.getDeployment().getServletContext());
        }
        return manager.getDeployment().getServletContext();
    }

    // Throws if a servlet did not start, which Undertow only logs.
    private void requireStarted(DeploymentManager manager) {
        for (ServletInfo servlet : deployment.getServlets().values()) {
            Integer order = servlet.getLoadOnStartup();
            boolean started = manager.getDeployment()
                    .getServlets()
                    .getManagedServlet(servlet.getName())
                    .isStarted();
            if (order != null && order >= 0 && !started) {
                throw new IllegalStateException("the servlet %s of %s did not start; see the log above"
                        .formatted(servlet.getName(), deployment.getDeploymentName()));
            }
        }
    }

    // Sets the extensions of WebSocket endpoints that an application adds with addEndpoint. Undertow gives the
    // installed extensions only to annotated endpoints; the others have those that they name, usually none.
    private static final class EndpointExtensions {

        private EndpointExtensions() {}

        /** Gives the installed extensions to all endpoints of a started application that have none. */
        static void install(ServletContext context) {
            if (!(context.getAttribute(ServerContainer.class.getName())
                    instanceof ServerWebSocketContainer container)) {
                throw new IllegalStateException("this Undertow has another container of WebSockets");
            }
            List<Extension> installed = List.copyOf(container.getInstalledExtensions());
            for (ConfiguredServerEndpoint endpoint : container.getConfiguredServerEndpoints()) {
                if (endpoint.getExtensions().isEmpty()) {
                    set(endpoint, installed);
                }
            }
        }

        private static void set(ConfiguredServerEndpoint endpoint, List<Extension> installed) {
            try {
                Field extensions = ConfiguredServerEndpoint.class.getDeclaredField("extensions");
                extensions.setAccessible(true);
                extensions.set(endpoint, installed);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("this Undertow does not take extensions of an endpoint", e);
            }
        }
    }
}
