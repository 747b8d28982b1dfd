package io.ceiling.harness.probe;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The kernel's messages since this object was created, from the system's dmesg command.
 *
 * <p>Thread-safe. There are no messages if the user may not read them.
 */
public final class KernelLog {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Pattern STAMPED = Pattern.compile("^\\[\\s*(\\d+\\.\\d+)\\] (.*)");

    private final double startSeconds;

    /** Creates a log that starts now. */
    public KernelLog() {
        this(uptimeSeconds(Path.of("/proc")));
    }

    KernelLog(double startSeconds) {
        this.startSeconds = startSeconds;
    }

    private static double uptimeSeconds(Path proc) {
        String[] words = ProcFiles.words(ProcFiles.text(proc.resolve("uptime")));
        try {
            return words.length == 0 ? 0 : Double.parseDouble(words[0]);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** Returns the messages since then without their time stamps. Blocks for at most two seconds. */
    public List<String> lines() {
        return newer(Command.output(PATIENCE, "dmesg"));
    }

    List<String> newer(List<String> messages) {
        return messages.stream()
                .map(STAMPED::matcher)
                .filter(Matcher::matches)
                .filter(message -> Double.parseDouble(message.group(1)) >= startSeconds)
                .map(message -> message.group(2))
                .toList();
    }
}
