package io.ceiling.hosts;

import io.ceiling.harness.reading.Environment;

/**
 * A node and its host, as it describes itself to the harness.
 *
 * @param host its host
 * @param address IP address of its host, on which its servers listen and from which its load agents come
 * @param takesServers true if it was started to take servers
 * @param environment machine and software of its host
 * @param allowed load that it was started to allow
 */
record NodeFacts(
        HostIdentity host, String address, boolean takesServers, Environment environment, AllowedLoad allowed) {}
