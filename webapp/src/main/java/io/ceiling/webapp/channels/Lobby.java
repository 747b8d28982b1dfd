package io.ceiling.webapp.channels;

import org.atmosphere.cpr.AtmosphereResource;
import org.atmosphere.cpr.Broadcaster;
import org.atmosphere.util.SimpleBroadcaster;

/**
 * The Broadcaster that each connection belongs to by default. It holds none: Atmosphere's own would keep them all in one
 * list and search it at each disconnect. Public because Atmosphere makes its instance.
 */
public final class Lobby extends SimpleBroadcaster {

    @Override
    public Broadcaster addAtmosphereResource(AtmosphereResource resource) {
        return this;
    }

    @Override
    public Broadcaster removeAtmosphereResource(AtmosphereResource resource) {
        return this;
    }
}
