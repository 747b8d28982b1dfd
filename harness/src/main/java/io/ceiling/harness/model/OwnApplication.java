package io.ceiling.harness.model;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The user's own application, instead of the one of this project.
 *
 * @param war to be deployed; empty if the server has it already
 */
public record OwnApplication(Optional<Path> war, CustomRequest request) {}
