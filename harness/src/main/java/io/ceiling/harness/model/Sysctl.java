package io.ceiling.harness.model;

/**
 * A setting of the kernel with the value that it is to have.
 *
 * @param name with dots, such as {@code net.core.somaxconn}
 */
public record Sysctl(String name, String value) {

    public Sysctl {
        if (!name.matches("[a-z][a-z0-9_-]*(\\.[a-z0-9_-]+)+")) {
            throw new IllegalArgumentException("name must be words with dots between them, was '%s'".formatted(name));
        }
    }
}
