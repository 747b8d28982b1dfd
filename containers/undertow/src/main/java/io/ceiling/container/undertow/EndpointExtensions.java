package io.ceiling.container.undertow;

import io.undertow.websockets.jsr.ConfiguredServerEndpoint;
import io.undertow.websockets.jsr.ServerWebSocketContainer;
import jakarta.servlet.ServletContext;
import jakarta.websocket.Extension;
import jakarta.websocket.server.ServerContainer;
import java.lang.reflect.Field;
import java.util.List;

/**
 * The extensions of the WebSocket endpoints that an application adds by itself. Undertow gives annotated endpoints the
 * extensions that its deployment has installed, but those that come through {@link ServerContainer#addEndpoint} the ones
 * that they name themselves, which are none as a rule.
 */
final class EndpointExtensions {

    private EndpointExtensions() {}

    /** Gives the installed extensions to all endpoints of a started application that have none. */
    static void install(ServletContext context) {
        if (!(context.getAttribute(ServerContainer.class.getName()) instanceof ServerWebSocketContainer container)) {
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
