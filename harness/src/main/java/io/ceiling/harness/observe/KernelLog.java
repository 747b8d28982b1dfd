package io.ceiling.harness.observe;

import io.ceiling.harness.os.Command;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The kernel's messages since this object was created, from the system's dmesg command.
 *
 * <p>New messages are found by comparing with the messages at the start, not by time: dmesg's clock stands still
 * while the machine is suspended, and /proc/uptime may be that of a container. Thread-safe. There are no messages if
 * the user may not read them.
 */
public final class KernelLog {

    // Number of old messages that mark where the new ones begin; several, since one may be there twice.
    private static final int REMEMBERED = 20;

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Pattern STAMPED = Pattern.compile("^\\[\\s*\\d+\\.\\d+\\] (.*)");

    private final Supplier<Optional<List<String>>> dmesg;
    private final Optional<List<String>> atStart;

    /** Creates a log that starts now. Blocks for at most two seconds. */
    public KernelLog() {
        this(() -> Command.outputIfSuccessful(PATIENCE, "dmesg"));
    }

    /**
     * Creates a log that starts now.
     *
     * @param dmesg returns the kernel's messages, oldest first; empty if they cannot be read
     */
    KernelLog(Supplier<Optional<List<String>>> dmesg) {
        this.dmesg = dmesg;
        this.atStart = dmesg.get().map(KernelLog::tail);
    }

    /** Returns the messages since then without their time stamps. Blocks for at most two seconds. */
    public List<String> lines() {
        // If the old messages could not be read, the new ones cannot be told from them.
        return atStart.flatMap(old -> dmesg.get().map(messages -> since(old, messages)))
                .orElse(List.of());
    }

    private static List<String> tail(List<String> messages) {
        return List.copyOf(messages.subList(Math.max(0, messages.size() - REMEMBERED), messages.size()));
    }

    // Returns the messages after the remembered ones. The kernel drops the oldest messages, and a user may clear all
    // of them, so the remembered ones may be there as a whole, in part, or not at all: what follows the last part of
    // them that is still there is new.
    private static List<String> since(List<String> old, List<String> messages) {
        int from = 0;
        for (int kept = old.size(); kept > 0 && from == 0; kept--) {
            int at = Collections.lastIndexOfSubList(messages, old.subList(old.size() - kept, old.size()));
            from = at < 0 || (kept < old.size() && at > 0) ? 0 : at + kept;
        }
        return messages.subList(from, messages.size()).stream()
                .map(STAMPED::matcher)
                .filter(Matcher::matches)
                .map(message -> message.group(1))
                .toList();
    }
}
