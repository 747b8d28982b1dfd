package io.ceiling.harness.scenario;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The user's own application, in place of this project's web application. It has a WAR file or an executable jar, or
 * the server has it already.
 *
 * @param war WAR file to deploy; empty if there is none
 * @param jar executable jar that is the server; empty if there is none
 * @param request request that connections send to it
 */
public record UserApplication(Optional<Path> war, Optional<BootJar> jar, CustomRequest request) {

    /** Creates an application without a jar. */
    public UserApplication(Optional<Path> war, CustomRequest request) {
        this(war, Optional.empty(), request);
    }
}
