package io.ceiling.harness.scenario;

import java.util.List;

/**
 * A proxy between the clients and the server that is measured.
 *
 * @param software name of its program, such as {@code nginx}
 * @param pid process id of its master, or of its only process
 * @param workers number of processes that serve connections
 * @param upstream host and port of the server behind it
 * @param settings settings that limit its connections, with the place where each was read, as text for the user
 */
public record Proxy(String software, long pid, int workers, String upstream, List<String> settings) {

    public Proxy {
        settings = List.copyOf(settings);
    }
}
