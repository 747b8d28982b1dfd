package io.ceiling.harness.model;

import java.util.List;
import java.util.OptionalInt;

/**
 * All that is known about the step that failed, gathered from outside the server wherever possible.
 *
 * @param lastPassed the reading after the last step that passed, or at the start if none did
 * @param failed the step that failed
 * @param during what was read while it failed, in order
 * @param log findings in the server's log, oldest first
 * @param exitCode of the server, if it is gone
 * @param oomKills how often the kernel killed a process of the server's control group for want of memory since the server
 *     started; -1 if not told
 * @param crashFile whether a fatal error log (hs_err) was left
 * @param answer for recursion: the text of the answer or of the client's own error; empty otherwise
 * @param limits as they are for the server's process
 * @param threadRoom what was left for a further thread
 * @param cpuCount processors this host has for server and agents together
 * @param serverCpuCount processors the server's JVM may use: fewer than cpuCount if it is bound to some
 */
public record Evidence(
        Scenario scenario,
        Sample lastPassed,
        Step failed,
        List<Sample> during,
        List<LogFinding> log,
        OptionalInt exitCode,
        long oomKills,
        boolean crashFile,
        String answer,
        HostLimits limits,
        ThreadRoom threadRoom,
        int cpuCount,
        int serverCpuCount) {

    /** The exit code of a process that is gone, but was not ours to wait for. */
    public static final int UNSEEN_EXIT_CODE = -1;

    public Evidence {
        during = List.copyOf(during);
        log = List.copyOf(log);
    }

    /** The same, as if the recursion had answered that. */
    public Evidence withAnswer(String other) {
        return new Evidence(
                scenario,
                lastPassed,
                failed,
                during,
                log,
                exitCode,
                oomKills,
                crashFile,
                other,
                limits,
                threadRoom,
                cpuCount,
                serverCpuCount);
    }
}
