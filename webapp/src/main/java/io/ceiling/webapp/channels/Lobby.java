package io.ceiling.webapp.channels;

import org.atmosphere.cpr.AtmosphereResource;
import org.atmosphere.cpr.Broadcaster;
import org.atmosphere.util.SimpleBroadcaster;

/**
 * The default Broadcaster of each connection, which holds no connections: Atmosphere's own would keep all of them in
 * one list and search it at each disconnect. Public because Atmosphere creates the instance.
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
