package io.ceiling.anatomy;

import java.util.Locale;

/** The owner of a part of a connection's memory. */
enum Owner {
    HEAP("objects on the heap"),
    DIRECT("direct buffers"),
    STACK("thread stacks"),
    NATIVE("memory of the JVM itself"),
    KERNEL("memory of the kernel");

    private final String words;

    Owner(String words) {
        this.words = words;
    }

    /** Returns the name in files, such as {@code heap}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String words() {
        return words;
    }
}
