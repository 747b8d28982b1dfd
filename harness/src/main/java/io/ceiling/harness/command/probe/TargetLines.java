package io.ceiling.harness.command.probe;

import io.ceiling.harness.scenario.Proxy;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.text.Plural;
import java.util.ArrayList;
import java.util.List;

/** Describes in lines for the user which readings of external servers can be seen, and which cannot. Pure functions. */
public final class TargetLines {

    private TargetLines() {}

    /** Returns a line for each server, then one for each blind spot, then whether certificates are checked. */
    public static List<String> of(List<Target> targets) {
        return of(targets, true);
    }

    /** Returns the same without the blind spots, which a ramp lists at the end of its screen. */
    static List<String> withoutBlindSpots(List<Target> targets) {
        return of(targets, false);
    }

    private static List<String> of(List<Target> targets, boolean blind) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < targets.size(); i++) {
            lines.add(numbered(i, targets.size(), seen(targets.get(i))));
            targets.get(i).proxy().ifPresent(proxy -> lines.addAll(of(proxy)));
        }
        targets.stream()
                .filter(target -> blind)
                .flatMap(target -> target.blindSpots().stream())
                .distinct()
                .forEach(spot -> lines.add("not seen%s: %s".formatted(ofWhom(targets, spot), spot)));
        if (targets.get(0).endpoint().trustsAnyCertificate()) {
            lines.add("certificate: not checked (--insecure)");
        }
        return List.copyOf(lines);
    }

    private static List<String> of(Proxy proxy) {
        List<String> lines = new ArrayList<>();
        lines.add("through %s, pid %d, %s, to %s"
                .formatted(
                        proxy.software(),
                        proxy.pid(),
                        Plural.of(proxy.workers(), "process") + " with connections",
                        proxy.upstream()));
        proxy.settings().forEach(setting -> lines.add("    " + setting));
        return lines;
    }

    /** Returns the text, with the server's number before it if there are several servers. */
    static String numbered(int index, int count, String text) {
        return count == 1 ? text : "server %d of %d: %s".formatted(index + 1, count, text);
    }

    private static String seen(Target target) {
        return "%s: %s%s%s"
                .formatted(
                        where(target.endpoint()),
                        target.software().container().isEmpty()
                                ? target.software().program().isEmpty()
                                        ? "a server"
                                        : "a server (%s)"
                                                .formatted(target.software().program())
                                : target.software().container() + " "
                                        + target.software().containerVersion(),
                        target.pid().isPresent()
                                ? ", pid %d%s"
                                        .formatted(
                                                target.pid().getAsLong(),
                                                target.processes() > 1
                                                        ? " (%d processes)".formatted(target.processes())
                                                        : "")
                                : "",
                        target.software().jdk().isEmpty()
                                ? ""
                                : ", JDK " + target.software().jdk());
    }

    private static String where(Target.Endpoint endpoint) {
        boolean plain = endpoint.serverName().equals(endpoint.address())
                || endpoint.serverName().equals("localhost");
        return plain ? endpoint.url() : "%s at %s".formatted(endpoint.url(), endpoint.address());
    }

    // Returns the servers of a blind spot as part of a sentence; empty if all servers have it.
    private static String ofWhom(List<Target> targets, String blind) {
        List<String> numbers = new ArrayList<>();
        for (int i = 0; i < targets.size(); i++) {
            if (targets.get(i).blindSpots().contains(blind)) {
                numbers.add(Integer.toString(i + 1));
            }
        }
        return numbers.size() == targets.size() ? "" : " of server " + String.join(", ", numbers);
    }
}
