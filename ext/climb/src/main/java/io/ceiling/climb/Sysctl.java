package io.ceiling.climb;

/**
 * A kernel setting with its wanted value.
 *
 * @param name name with dots, such as {@code net.core.somaxconn}
 * @param value wanted value
 */
record Sysctl(String name, String value) {

    public Sysctl {
        if (!name.matches("[a-z][a-z0-9_-]*(\\.[a-z0-9_-]+)+")) {
            throw new IllegalArgumentException("name must be words with dots between them, was '%s'".formatted(name));
        }
    }
}
