package io.ceiling.container.undertow;

import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.FilterInfo;
import io.undertow.servlet.api.ListenerInfo;
import io.undertow.servlet.api.ServletContainerInitializerInfo;
import io.undertow.servlet.api.ServletInfo;
import io.undertow.servlet.util.ImmediateInstanceFactory;
import io.undertow.websockets.jsr.WebSocketDeploymentInfo;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.annotation.HandlesTypes;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.annotation.WebInitParam;
import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.annotation.WebServlet;
import jakarta.websocket.server.ServerEndpoint;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EventListener;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The annotations of the classes in {@code WEB-INF/classes}; jars are not scanned. */
final class AnnotationScanner {

    private final WebClassLoader loader;
    private final List<Class<?>> classes;

    AnnotationScanner(WebClassLoader loader) throws IOException {
        this.loader = loader;
        this.classes = classes(loader);
    }

    private static List<Class<?>> classes(WebClassLoader loader) throws IOException {
        List<Class<?>> classes = new ArrayList<>();
        try (Stream<Path> files = Files.walk(loader.classes())) {
            for (Path file : files.sorted().toList()) {
                String path = loader.classes().relativize(file).toString();
                if (path.endsWith(".class") && !path.endsWith("-info.class")) {
                    String name = path.substring(0, path.length() - ".class".length());
                    try {
                        classes.add(Class.forName(name.replace('/', '.'), false, loader));
                    } catch (ClassNotFoundException | LinkageError e) {
                        // The class needs a missing class, so the application cannot use it either.
                    }
                }
            }
        }
        return classes;
    }

    void addAnnotated(DeploymentInfo deployment, WebSocketDeploymentInfo webSockets) {
        for (Class<?> type : classes) {
            WebServlet servlet = type.getAnnotation(WebServlet.class);
            if (servlet != null) {
                deployment.addServlet(servlet(type.asSubclass(Servlet.class), servlet));
            }
            WebFilter filter = type.getAnnotation(WebFilter.class);
            if (filter != null) {
                addFilter(deployment, type.asSubclass(Filter.class), filter);
            }
            if (type.isAnnotationPresent(WebListener.class)) {
                deployment.addListener(new ListenerInfo(type.asSubclass(EventListener.class)));
            }
            if (type.isAnnotationPresent(ServerEndpoint.class)) {
                webSockets.addEndpoint(type);
            }
        }
    }

    private static ServletInfo servlet(Class<? extends Servlet> type, WebServlet declared) {
        ServletInfo servlet = new ServletInfo(named(declared.name(), type), type)
                .addMappings(declared.value())
                .addMappings(declared.urlPatterns())
                .setLoadOnStartup(declared.loadOnStartup())
                .setAsyncSupported(declared.asyncSupported());
        for (WebInitParam parameter : declared.initParams()) {
            servlet.addInitParam(parameter.name(), parameter.value());
        }
        return servlet;
    }

    private static void addFilter(DeploymentInfo deployment, Class<? extends Filter> type, WebFilter declared) {
        FilterInfo filter =
                new FilterInfo(named(declared.filterName(), type), type).setAsyncSupported(declared.asyncSupported());
        for (WebInitParam parameter : declared.initParams()) {
            filter.addInitParam(parameter.name(), parameter.value());
        }
        deployment.addFilter(filter);
        for (DispatcherType dispatcher : declared.dispatcherTypes()) {
            Stream.of(declared.value(), declared.urlPatterns())
                    .flatMap(Arrays::stream)
                    .forEach(pattern -> deployment.addFilterUrlMapping(filter.getName(), pattern, dispatcher));
            for (String servlet : declared.servletNames()) {
                deployment.addFilterServletNameMapping(filter.getName(), servlet, dispatcher);
            }
        }
    }

    private static String named(String name, Class<?> type) {
        return name.isEmpty() ? type.getName() : name;
    }

    /**
     * Adds the initializers that the application brings.
     *
     * @param leaveOutJars true to leave out the initializers of its jars
     */
    void addInitializers(DeploymentInfo deployment, boolean leaveOutJars) {
        for (ServletContainerInitializer initializer : ServiceLoader.load(ServletContainerInitializer.class, loader)) {
            URL from =
                    initializer.getClass().getProtectionDomain().getCodeSource().getLocation();
            boolean ofJar = loader.libraries().stream()
                    .anyMatch(jar -> from.getPath().equals(jar.toUri().getPath()));
            if (!(ofJar && leaveOutJars)) {
                deployment.addServletContainerInitializer(new ServletContainerInitializerInfo(
                        initializer.getClass(),
                        new ImmediateInstanceFactory<>(initializer),
                        handled(initializer.getClass().getAnnotation(HandlesTypes.class))));
            }
        }
    }

    /**
     * Refuses an application with a web fragment in one of its jars.
     *
     * @throws IllegalStateException with one line
     */
    void requireNoFragments() {
        URL fragment = loader.findResource("META-INF/web-fragment.xml");
        if (fragment != null) {
            throw new IllegalStateException(
                    "web fragments are not supported here, found %s. Hint: an empty <absolute-ordering/> in web.xml leaves them out"
                            .formatted(fragment.getPath().replaceFirst(".*WEB-INF/lib/", "")));
        }
    }

    @SuppressWarnings("unchecked")
    private Set<Class<?>> handled(HandlesTypes wanted) {
        return wanted == null
                ? Set.of()
                : classes.stream()
                        .filter(type -> Arrays.stream(wanted.value())
                                .anyMatch(handled -> handled.isAnnotation()
                                        ? type.isAnnotationPresent((Class<? extends Annotation>) handled)
                                        : handled.isAssignableFrom(type) && handled != type))
                        .collect(Collectors.toSet());
    }
}
