package io.ceiling.webapp.channels;

import java.io.File;
import org.atmosphere.cpr.AnnotationProcessor;
import org.atmosphere.cpr.AtmosphereConfig;

/**
 * Has Atmosphere look for no annotations. Nothing here has one, and a look into each class of the WAR is a sixth of the time in
 * which a server starts.
 */
public final class NoAnnotations implements AnnotationProcessor {

    @Override
    public void configure(AtmosphereConfig config) {}

    @Override
    public AnnotationProcessor scan(File folder) {
        return this;
    }

    @Override
    public AnnotationProcessor scan(String packageName) {
        return this;
    }

    @Override
    public AnnotationProcessor scanAll() {
        return this;
    }

    @Override
    public void destroy() {}
}
