package io.ceiling.harness.reading;

import io.ceiling.container.ConnectorReadback;
import io.ceiling.container.ContainerIdentity;
import io.ceiling.container.Limit;
import io.ceiling.container.RunningSettings;

/**
 * The settings that a started server has, to be compared with the requested ones.
 *
 * @param container settings that the container reports
 * @param maxDescriptors limit of descriptors of its process
 * @param jvm settings that its JVM reports
 */
public record RunningServer(RunningSettings container, Limit maxDescriptors, JvmReadback jvm) {

    public ContainerIdentity identity() {
        return container.container();
    }

    public ConnectorReadback sizes() {
        return container.sizes();
    }
}
