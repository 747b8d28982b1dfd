package io.ceiling.reference;

import io.ceiling.container.ContainerReadingsMXBean;
import io.ceiling.container.ContainerSettings;
import io.ceiling.container.ServletContainer;
import io.ceiling.protocol.Gauge;
import io.ceiling.protocol.Gauges;
import org.jspecify.annotations.Nullable;

/**
 * A server of another platform in this JVM. It deploys no web application and has only the settings of
 * {@link ReferenceSettings}.
 */
public abstract class ReferenceServer implements ServletContainer {

    private @Nullable ContainerReadingsMXBean readings;

    @Override
    public final boolean deploysWar() {
        return false;
    }

    @Override
    public final void requireSupported(ContainerSettings settings) {
        ReferenceSettings.requireSupported(name(), settings);
    }

    /** Returns the counters of this process, in the file that the system property names, or in memory without it. */
    protected static Gauges gauges() {
        Gauges gauges = Gauges.of(System.getProperty("ceiling.gauges", ""));
        // The web application measures pauses of its process; a reference does not.
        gauges.set(Gauge.LONGEST_PAUSE, -1);
        return gauges;
    }

    /** Sets the readings; {@link #start} calls this once the server listens. */
    protected final void setReadings(ContainerReadingsMXBean live) {
        readings = live;
    }

    @Override
    public final ContainerReadingsMXBean readings() {
        if (readings == null) {
            throw new IllegalStateException("not started");
        }
        return readings;
    }
}
