package io.ceiling.harness.verdict;

import io.ceiling.harness.reading.ReadingText;
import io.ceiling.harness.result.HopControl;
import io.ceiling.harness.result.HopControl.HopAnswer;
import io.ceiling.harness.result.HopControl.Sockets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Decides which of two hops refuses or delays requests, from the answers of both at the same moment. Pure functions.
 *
 * <p>Notes. A direct request to the server behind a proxy meets all limits of that server: threads, pools, connections,
 * its own refusals. If it is answered as without load while a request through the proxy fares worse, none of these is
 * full, whatever the proxy and its settings are. If both fare worse, the server behind is the limit.
 */
final class Hops {

    // Multiple of the usual time up to which an answer is as usual.
    private static final double SLOWER_FACTOR = 1.5;

    // Delay of an answer that a busy host explains.
    private static final long SLOWER_NANOS = 50_000_000;

    private Hops() {}

    /** The hop that limits. */
    enum LimitingHop {
        PROXY,
        SERVER,
        NOT_KNOWN
    }

    /** Returns the hop that limits, as far as the answers tell. */
    static LimitingHop limitingHop(HopControl control) {
        if (control.through().isEmpty() || control.direct().isEmpty()) {
            return LimitingHop.NOT_KNOWN;
        }
        HopAnswer through = control.idle().through();
        HopAnswer direct = control.idle().direct();
        boolean throughIsUsual = control.through().stream().anyMatch(answer -> isUsual(answer, through));
        boolean directIsUsual = control.direct().stream().allMatch(answer -> isUsual(answer, direct));
        boolean directNever = control.direct().stream().noneMatch(answer -> isUsual(answer, direct));
        if (throughIsUsual) {
            return LimitingHop.NOT_KNOWN;
        }
        return directIsUsual ? LimitingHop.PROXY : directNever ? LimitingHop.SERVER : LimitingHop.NOT_KNOWN;
    }

    /**
     * Returns true if another client address is served as without load while those of the load agents are not: then
     * the limit is one for each client address.
     */
    static boolean isPerClient(HopControl control) {
        HopAnswer idle = control.idle().through();
        List<HopAnswer> others = control.otherClient().answers();
        return idle.status() > 0
                && others.size() > 1
                && control.through().size() > 1
                && others.stream().allMatch(answer -> isUsual(answer, idle))
                && control.through().stream().noneMatch(answer -> isUsual(answer, idle));
    }

    private static boolean isUsual(HopAnswer answer, HopAnswer idle) {
        return answer.status() == idle.status()
                && answer.nanos() <= Math.max((long) (SLOWER_FACTOR * idle.nanos()), idle.nanos() + SLOWER_NANOS);
    }

    /** Returns true if the hop refused requests instead of letting them wait. */
    static boolean isRefused(List<HopAnswer> answers, HopAnswer idle) {
        return answers.stream()
                .allMatch(answer -> answer.status() != HopAnswer.LATE && answer.status() != idle.status());
    }

    /** Returns the answers in words, those without load first; empty without requests. */
    static String words(HopControl control) {
        return words(control, "it");
    }

    static String words(HopControl control, String hop) {
        return control.direct().isEmpty()
                ? ""
                : "asked past %s, the server behind answered %s (without load %s), and through it the answer was %s"
                        .formatted(
                                hop,
                                words(control.direct()),
                                control.idle().direct().words(),
                                words(control.through()));
    }

    static String words(List<HopAnswer> answers) {
        return answers.stream().map(HopAnswer::words).distinct().collect(Collectors.joining(", "));
    }

    /** Returns the connections of both hops at the last moment that was looked at, in words; empty if they were not seen. */
    static String connections(HopControl control) {
        List<Sockets> sockets = control.sockets();
        if (sockets.isEmpty()) {
            return "";
        }
        Sockets last = sockets.get(sockets.size() - 1);
        String front = !last.front().server().accepted().isSeen()
                ? ""
                : "it had %s with clients, of which %s waited to be accepted"
                        .formatted(
                                ReadingText.counted(last.front().server().accepted(), "connection"),
                                ReadingText.words(last.front().server().waiting()));
        String behind = last.behind().client().open().isSeen()
                ? "%s%s with the server behind%s"
                        .formatted(
                                front.isEmpty() ? "it had " : ", and ",
                                sockets.stream()
                                        .map(one -> ReadingText.words(
                                                one.behind().client().open()))
                                        .collect(Collectors.joining(" and then ")),
                                last.behind().server().waiting().isAtLeast(1)
                                        ? ", of which %s waited there"
                                                .formatted(
                                                        last.behind().server().waiting())
                                        : "")
                : "";
        return front + behind;
    }
}
