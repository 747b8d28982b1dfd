package io.ceiling.capacity.size;

import java.util.Locale;

/** The settings, in the order in which they are printed. */
enum SettingKey {
    HEAP("-Xmx", "bytes"),
    STACK("-Xss", "bytes"),
    DIRECT_MEMORY("-XX:MaxDirectMemorySize", "bytes"),
    PROCESSORS("-XX:ActiveProcessorCount", "processors"),
    CONTAINER_MEMORY("memory of the container", "bytes"),
    HEAP_WITH_ALL_MEMORY("-Xmx with all of --memory", "bytes"),
    MAX_CONNECTIONS("limit of connections", "connections"),
    MAX_THREADS("threads of the pool", "threads"),
    ACCEPT_COUNT("listen queue", "connections"),
    BUFFER("buffers", "bytes"),
    HEADER_CACHE("header cache", "nodes"),
    NOFILE("open files (LimitNOFILE)", "descriptors"),
    TASKS("threads (TasksMax, podPidsLimit)", "threads"),
    SOMAXCONN("net.core.somaxconn", "connections"),
    SYN_BACKLOG("net.ipv4.tcp_max_syn_backlog", "connections"),
    TCP_MEM("net.ipv4.tcp_mem", "pages"),
    CONNTRACK("net.netfilter.nf_conntrack_max", "connections"),
    NR_OPEN("fs.nr_open", "descriptors"),
    MAP_COUNT("vm.max_map_count", "mappings"),
    THREADS_MAX("kernel.threads-max", "threads"),
    PID_MAX("kernel.pid_max", "threads"),
    CLIENT_ADDRESSES("addresses of the clients", "addresses");

    private final String title;
    private final String unit;

    SettingKey(String title, String unit) {
        this.title = title;
        this.unit = unit;
    }

    /** Returns the name on the screen: that of a JVM or kernel, or words where each server has a name of its own. */
    public String title() {
        return title;
    }

    /** Returns the name in size.csv, such as {@code max-connections}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String unit() {
        return unit;
    }

    public boolean isSize() {
        return unit.equals("bytes");
    }
}
