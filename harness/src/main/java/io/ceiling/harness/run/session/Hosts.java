package io.ceiling.harness.run.session;

import io.ceiling.harness.server.Place;
import java.util.Optional;

/** The hosts of a run: where its servers and its load agents are. */
public interface Hosts {

    /** The host of the harness alone. */
    Hosts NONE = new Hosts() {

        @Override
        public Optional<HostWatch> watch(int instances) {
            return Optional.empty();
        }

        @Override
        public ServerSession start(ForkedServers by, int instance, int number, Place place)
                throws InterruptedException {
            return ForkedSession.start(by, number, place);
        }

        @Override
        public Optional<String> shortOfMemory() {
            return Optional.empty();
        }
    };

    /**
     * Returns the watch of that many instances; empty if everything runs on the host of the harness.
     *
     * @param instances number of servers
     */
    Optional<HostWatch> watch(int instances);

    /**
     * Starts a server on its host, and blocks until it is ready.
     *
     * @param instance index of the server among the instances, 0 for the first
     * @param number number of the server among all of the scenario, 1 for the first
     */
    ServerSession start(ForkedServers by, int instance, int number, Place place) throws InterruptedException;

    /** Returns a sentence about another host whose memory has fallen below its floor; empty if none has. */
    Optional<String> shortOfMemory();
}
