package io.ceiling.harness.engine.session;

import io.ceiling.container.Limit;
import io.ceiling.harness.fleet.AgentSizing;
import io.ceiling.harness.fleet.LocalAgents;
import io.ceiling.harness.fleet.RunningAgents;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.server.ServerPlace;
import java.nio.file.Path;
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
        public ServerSession start(ForkedServers by, int instance, int number, ServerPlace place)
                throws InterruptedException {
            return ForkedSession.start(by, number, place);
        }

        @Override
        public RunningAgents agents(Path home, AgentSizing wanted, Jdk jdk, Path log) {
            return LocalAgents.start(home, wanted, jdk, log);
        }

        @Override
        public int ofAgents() {
            return 1;
        }

        @Override
        public Limit descriptorsOfAnAgent(Limit here) {
            return here;
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
    ServerSession start(ForkedServers by, int instance, int number, ServerPlace place) throws InterruptedException;

    /**
     * Starts load agents on their hosts, and blocks until all of them answer.
     *
     * @param home root folder of the project on this host
     * @param jdk JDK of agents on this host; other hosts use their newest
     * @param log file that receives the standard error of agents on this host
     * @throws io.ceiling.load.link.LinkException if one does not answer in time; none is left running then
     */
    RunningAgents agents(Path home, AgentSizing wanted, Jdk jdk, Path log);

    /** Returns the number of hosts on which load agents run, each of which has at least one. */
    int ofAgents();

    /**
     * Returns the number of descriptors that each load agent can open.
     *
     * @param here descriptors of an agent on this host
     */
    Limit descriptorsOfAnAgent(Limit here);

    /** Returns a sentence about another host whose memory has fallen below its floor; empty if none has. */
    Optional<String> shortOfMemory();
}
