package io.ceiling.harness.model;

import java.util.List;
import java.util.OptionalInt;

/**
 * All that is known about the step that failed, gathered from outside the server wherever possible.
 *
 * @param lastPassed the reading after the last step that passed, or at the start if none did
 * @param failed the step that failed
 * @param during what was read while it failed, in order
 * @param answer for recursion: the text of the answer or of the client's own error; empty otherwise
 */
public record Evidence(
        Scenario scenario,
        Sample lastPassed,
        Step failed,
        List<Sample> during,
        ServerProcess process,
        String answer,
        Room room,
        Processors processors) {

    /** The exit code of a process that is gone, but was not ours to wait for. */
    public static final int UNSEEN_EXIT_CODE = -1;

    /**
     * What the server's process left.
     *
     * @param log findings in the server's log, oldest first
     * @param exitCode of the server, if it is gone
     * @param oomKills how often the kernel killed a process of the server's control group for want of memory since the server
     *     started; -1 if not seen
     * @param crashFile true if a fatal error log (hs_err) was left
     */
    public record ServerProcess(List<LogFinding> log, OptionalInt exitCode, long oomKills, boolean crashFile) {

        public ServerProcess {
            log = List.copyOf(log);
        }
    }

    /**
     * What the server's process was allowed.
     *
     * @param threads what was left for a further thread
     */
    public record Room(HostLimits limits, ThreadRoom threads) {}

    /**
     * Processors.
     *
     * @param host those that this host has for server and agents together
     * @param server those that the server's JVM may use: fewer if it is bound to some
     */
    public record Processors(int host, int server) {}

    public Evidence {
        during = List.copyOf(during);
    }

    /** Returns the same evidence, as if the recursion had answered that. */
    public Evidence withAnswer(String other) {
        return new Evidence(scenario, lastPassed, failed, during, process, other, room, processors);
    }
}
