package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.stats.CostPerConnection.Slope;
import io.ceiling.harness.verdict.ramp.DepartedClients;
import io.ceiling.load.link.LinkException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Disconnects all clients at the end of a ramp, and reads the memory that the server keeps of them. */
final class Departure {

    private static final Duration RELEASE_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration BLIND_PAUSE = Duration.ofSeconds(1);

    private Departure() {}

    /**
     * Returns what a server keeps of its clients; empty if it keeps nothing. Reads a server of ceiling.war only if it
     * set a cookie, since it keeps nothing otherwise. A read closes the connections and blocks for some seconds.
     *
     * @param empty reading of the server without a connection, before the ramp
     * @param steps steps of the ramp in this server
     * @param heap fit of the heap over the connections
     */
    static Optional<DepartedClients> of(LoadedServer server, Sample empty, List<Step> steps, Slope heap) {
        Fleet fleet = server.fleet();
        try {
            boolean own = server.scenario().isExternal()
                    || server.scenario().application().isPresent();
            boolean tells = own && heap.isSignificant() && !steps.isEmpty();
            if (server.isGone() || !(tells || fleet.counts().connections().withCookies() > 0)) {
                return Optional.empty();
            }
            fleet.trim(0);
            boolean blind = !empty.server().connections().isSeen();
            long before = empty.server().connections().orElse(0);
            boolean ignored = server.clock()
                    .pollWhile(
                            (blind ? BLIND_PAUSE : RELEASE_TIMEOUT).toNanos(),
                            () -> !server.isGone() && (blind || server.session().hasConnections(before + 1)));
            return server.isGone()
                    ? Optional.empty()
                    : DepartedClients.of(
                            empty,
                            server.afterGc(),
                            steps.stream().mapToInt(Step::target).max().orElse(0),
                            heap.perConnection());
        } catch (LinkException e) {
            // The ceiling is known: an agent that is lost now does not spoil it.
            return Optional.empty();
        }
    }
}
