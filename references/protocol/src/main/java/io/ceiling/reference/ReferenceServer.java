package io.ceiling.reference;

import io.ceiling.container.ContainerReadingsMXBean;
import io.ceiling.container.ContainerSettings;
import io.ceiling.container.ServletContainer;
import org.jspecify.annotations.Nullable;

/** A server of another platform in this JVM: it has no web application to deploy, and only the settings of {@link ReferenceSettings}. */
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

    /** Has the server tell these readings from now on; {@link #start} calls it once the server listens. */
    protected final void tells(ContainerReadingsMXBean live) {
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
