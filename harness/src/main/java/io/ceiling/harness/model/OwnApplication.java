package io.ceiling.harness.model;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The user's own application, in place of this project's web application.
 *
 * @param war WAR file to deploy; empty if the server has the application already
 * @param request request that connections send to it
 */
public record OwnApplication(Optional<Path> war, CustomRequest request) {}
