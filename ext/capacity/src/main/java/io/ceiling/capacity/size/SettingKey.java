package io.ceiling.capacity.size;

import java.util.Locale;

/** The settings, in the order in which they are printed. */
enum SettingKey {
    HEAP("bytes"),
    STACK("bytes"),
    DIRECT_MEMORY("bytes"),
    PROCESSORS("processors"),
    CONTAINER_MEMORY("bytes"),
    HEAP_WITH_ALL_MEMORY("bytes"),
    MAX_CONNECTIONS("connections"),
    MAX_THREADS("threads"),
    ACCEPT_COUNT("connections"),
    BUFFER("bytes"),
    HEADER_CACHE("nodes"),
    NOFILE("descriptors"),
    TASKS("threads"),
    SOMAXCONN("connections"),
    SYN_BACKLOG("connections"),
    TCP_MEM("pages"),
    CONNTRACK("connections"),
    NR_OPEN("descriptors"),
    MAP_COUNT("mappings"),
    THREADS_MAX("threads"),
    PID_MAX("threads"),
    CLIENT_ADDRESSES("addresses");

    private final String unit;

    SettingKey(String unit) {
        this.unit = unit;
    }

    /** Returns the name in size.csv, such as {@code max-connections}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String unit() {
        return unit;
    }
}
