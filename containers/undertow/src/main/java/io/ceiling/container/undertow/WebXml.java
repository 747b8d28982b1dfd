package io.ceiling.container.undertow;

import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.ErrorPage;
import io.undertow.servlet.api.FilterInfo;
import io.undertow.servlet.api.ListenerInfo;
import io.undertow.servlet.api.MimeMapping;
import io.undertow.servlet.api.ServletInfo;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EventListener;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * The deployment descriptor of a web application.
 *
 * <p>An element that is not supported is an error: an application without its security constraints is another
 * application.
 */
final class WebXml {

    private static final String NO_DOCTYPE = "http://apache.org/xml/features/disallow-doctype-decl";

    // Elements that do not affect the deployment.
    private static final Set<String> WORDS =
            Set.of("description", "display-name", "icon", "module-name", "distributable", "default-context-path");

    private final Optional<Element> root;

    private WebXml(Optional<Element> root) {
        this.root = root;
    }

    /**
     * Reads that file, which may be missing.
     *
     * @throws IllegalStateException with one line if it is not XML, or has a DTD
     */
    static WebXml read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return new WebXml(Optional.empty());
        }
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
        try {
            // Without a DTD there are no entities.
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature(NO_DOCTYPE, true);
            factory.setExpandEntityReferences(false);
            return new WebXml(Optional.of(
                    factory.newDocumentBuilder().parse(file.toFile()).getDocumentElement()));
        } catch (SAXException e) {
            throw new IllegalStateException("web.xml: " + e.getMessage(), e);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("this JDK does not read web.xml safely: " + e.getMessage(), e);
        }
    }

    /** Returns true if annotations do not count. */
    boolean isComplete() {
        return root.filter(webApp -> webApp.getAttribute("metadata-complete").equals("true"))
                .isPresent();
    }

    /** Returns true if the application uses nothing that its jars declare; an order of them is not supported. */
    boolean leavesOutJars() {
        return root.map(webApp -> !children(webApp, "absolute-ordering").isEmpty())
                .orElse(false);
    }

    /**
     * Adds its declarations to a deployment.
     *
     * @throws IllegalStateException with one line if it declares something that is not supported here
     */
    void declareIn(DeploymentInfo deployment, ClassLoader loader) {
        root.ifPresent(webApp -> new Declaration(deployment, loader).addAll(webApp));
    }

    private record Declaration(DeploymentInfo deployment, ClassLoader loader) {

        void addAll(Element webApp) {
            // A mapping may precede its servlet.
            Map<String, ServletInfo> servlets = new LinkedHashMap<>();
            for (Element servlet : children(webApp, "servlet")) {
                ServletInfo info = servlet(servlet);
                servlets.put(info.getName(), info);
            }
            for (Element mapping : children(webApp, "servlet-mapping")) {
                String name = text(mapping, "servlet-name");
                ServletInfo mapped = servlets.get(name);
                if (mapped == null) {
                    throw new IllegalStateException("web.xml maps a servlet that it does not declare: " + name);
                }
                texts(mapping, "url-pattern").forEach(mapped::addMapping);
            }
            deployment.addServlets(servlets.values());
            for (Element filter : children(webApp, "filter")) {
                addFilter(filter);
            }
            for (Element element : children(webApp)) {
                add(element);
            }
        }

        private void add(Element element) {
            switch (element.getLocalName()) {
                case "servlet", "servlet-mapping", "filter" -> {
                    // Done.
                }
                case "context-param" ->
                    deployment.addInitParameter(text(element, "param-name"), text(element, "param-value"));
                case "listener" ->
                    deployment.addListener(new ListenerInfo(type(element, "listener-class", EventListener.class)));
                case "filter-mapping" -> addFilterMapping(element);
                case "session-config" -> {
                    require(element, "session-timeout");
                    optional(element, "session-timeout")
                            .ifPresent(minutes -> deployment.setDefaultSessionTimeout(60 * Integer.parseInt(minutes)));
                }
                case "mime-mapping" ->
                    deployment.addMimeMapping(new MimeMapping(text(element, "extension"), text(element, "mime-type")));
                case "welcome-file-list" -> deployment.addWelcomePages(texts(element, "welcome-file"));
                case "error-page" -> deployment.addErrorPage(errorPage(element));
                case "request-character-encoding" -> deployment.setDefaultRequestEncoding(text(element));
                case "response-character-encoding" -> deployment.setDefaultResponseEncoding(text(element));
                // An empty element leaves out the application's jars.
                case "absolute-ordering" -> require(element);
                default -> requireWords(element);
            }
        }

        private ServletInfo servlet(Element element) {
            require(
                    element,
                    "servlet-name",
                    "servlet-class",
                    "init-param",
                    "load-on-startup",
                    "async-supported",
                    "enabled");
            ServletInfo servlet =
                    new ServletInfo(text(element, "servlet-name"), type(element, "servlet-class", Servlet.class));
            parameters(element).forEach(servlet::addInitParam);
            optional(element, "load-on-startup").ifPresent(order -> servlet.setLoadOnStartup(Integer.valueOf(order)));
            return servlet.setAsyncSupported(isTrue(element, "async-supported"))
                    .setEnabled(!optional(element, "enabled").equals(Optional.of("false")));
        }

        private void addFilter(Element element) {
            require(element, "filter-name", "filter-class", "init-param", "async-supported");
            FilterInfo filter =
                    new FilterInfo(text(element, "filter-name"), type(element, "filter-class", Filter.class));
            parameters(element).forEach(filter::addInitParam);
            deployment.addFilter(filter.setAsyncSupported(isTrue(element, "async-supported")));
        }

        private void addFilterMapping(Element element) {
            String name = text(element, "filter-name");
            List<String> dispatchers = texts(element, "dispatcher");
            for (String dispatcher : dispatchers.isEmpty() ? List.of("REQUEST") : dispatchers) {
                DispatcherType type = DispatcherType.valueOf(dispatcher);
                texts(element, "url-pattern").forEach(pattern -> deployment.addFilterUrlMapping(name, pattern, type));
                texts(element, "servlet-name")
                        .forEach(servlet -> deployment.addFilterServletNameMapping(name, servlet, type));
            }
        }

        private ErrorPage errorPage(Element element) {
            String location = text(element, "location");
            Optional<String> code = optional(element, "error-code");
            if (code.isPresent()) {
                return new ErrorPage(location, Integer.parseInt(code.get()));
            }
            return optional(element, "exception-type").isPresent()
                    ? new ErrorPage(location, type(element, "exception-type", Throwable.class))
                    : new ErrorPage(location);
        }

        private static Map<String, String> parameters(Element element) {
            Map<String, String> parameters = new LinkedHashMap<>();
            for (Element parameter : children(element, "init-param")) {
                parameters.put(text(parameter, "param-name"), text(parameter, "param-value"));
            }
            return parameters;
        }

        private <T> Class<? extends T> type(Element parent, String name, Class<T> kind) {
            String type = text(parent, name);
            try {
                return Class.forName(type, false, loader).asSubclass(kind);
            } catch (ClassNotFoundException | LinkageError | ClassCastException e) {
                throw new IllegalStateException("web.xml: %s %s cannot be loaded: %s".formatted(name, type, e), e);
            }
        }
    }

    // Refuses children that are neither allowed nor descriptive.
    private static void require(Element parent, String... allowed) {
        for (Element child : children(parent)) {
            if (!List.of(allowed).contains(child.getLocalName())) {
                requireWords(child);
            }
        }
    }

    private static void requireWords(Element element) {
        if (!WORDS.contains(element.getLocalName())) {
            throw new IllegalStateException("web.xml: %s in %s is not supported here"
                    .formatted(element.getLocalName(), element.getParentNode().getLocalName()));
        }
    }

    private static boolean isTrue(Element parent, String name) {
        return optional(parent, name).equals(Optional.of("true"));
    }

    private static String text(Element parent, String name) {
        return optional(parent, name)
                .orElseThrow(() -> new IllegalStateException(
                        "web.xml: %s is missing in %s".formatted(name, parent.getLocalName())));
    }

    private static Optional<String> optional(Element parent, String name) {
        return texts(parent, name).stream().findFirst();
    }

    private static List<String> texts(Element parent, String name) {
        return children(parent, name).stream().map(WebXml::text).toList();
    }

    private static String text(Element element) {
        return element.getTextContent().strip();
    }

    private static List<Element> children(Element parent, String name) {
        return children(parent).stream()
                .filter(child -> child.getLocalName().equals(name))
                .toList();
    }

    private static List<Element> children(Element parent) {
        List<Element> children = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element) {
                children.add(element);
            }
        }
        return children;
    }
}
