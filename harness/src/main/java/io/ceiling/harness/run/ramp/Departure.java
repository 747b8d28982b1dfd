package io.ceiling.harness.run.ramp;

import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.model.Sample;
import io.ceiling.harness.run.session.ServerSession;
import io.ceiling.harness.run.session.Waiting;
import io.ceiling.harness.verdict.DepartedClients;
import io.ceiling.load.link.LinkException;
import java.time.Duration;
import java.util.Optional;

/** Has all clients leave a server at the end of its ramp, and reads what it keeps of them. */
final class Departure {

    private static final Duration LET_GO = Duration.ofSeconds(5);
    private static final Duration BLIND_PAUSE = Duration.ofSeconds(1);

    private Departure() {}

    /**
     * Returns what a server keeps of clients that it has given a cookie, in words; empty if it gave none, or keeps nothing.
     * Blocks for some seconds if it gave one. Its connections are closed then.
     *
     * @param empty the server without a connection, before the ramp
     */
    static Optional<String> of(Fleet fleet, ServerSession session, Sample empty, Waiting waiting) {
        try {
            if (session.exitCode().isPresent() || fleet.counts().connections().withCookies() == 0) {
                return Optional.empty();
            }
            fleet.trim(0);
            boolean blind = !empty.server().connections().isSeen();
            long before = empty.server().connections().orElse(0);
            boolean ignored = waiting.until(
                    (blind ? BLIND_PAUSE : LET_GO).toNanos(),
                    () -> session.exitCode().isEmpty()
                            && (blind || session.connections().isAtLeast(before + 1)));
            return session.exitCode().isPresent()
                    ? Optional.empty()
                    : DepartedClients.words(empty, session.recorder().afterGc(fleet.counts()));
        } catch (LinkException e) {
            // The ceiling is known: an agent that is lost now does not spoil it.
            return Optional.empty();
        }
    }
}
