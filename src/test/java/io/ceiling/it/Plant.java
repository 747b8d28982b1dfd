package io.ceiling.it;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a limit is brought about, without any help of the harness: by options of the run, by what surrounds the whole run, or by
 * shell lines that a server or a load agent goes through before it becomes a JVM (see {@link WrappedJdk}).
 *
 * @param words for the tables: no paths of this machine
 * @param options of {@code ceiling run}
 * @param around command that runs the whole of it
 * @param serverShell lines of shell in the server's process
 * @param agentShell lines of shell in a load agent's process
 * @param serverGroup a control group for the server alone
 * @param runGroup a control group for harness, agents and servers together
 * @param blow what happens to the server while connections are held
 * @param needs what this machine must allow
 */
record Plant(
        String words,
        List<String> options,
        List<String> around,
        List<String> serverShell,
        List<String> agentShell,
        Optional<GroupLimit> serverGroup,
        Optional<GroupLimit> runGroup,
        Optional<Blow> blow,
        List<Need> needs) {

    /** One limit of a control group of its own. */
    record GroupLimit(String controller, long value) {}

    /** Something done to a run from outside. */
    interface Blow {
        void strike(CeilingProcess ceiling, Path results) throws Exception;
    }

    /** Says why this machine cannot; empty if it can. */
    interface Need {
        Optional<String> obstacle();
    }

    /** For a control. */
    static Plant nothing() {
        return of("nothing planted");
    }

    /** A limit, or several close together, that options alone bring about. */
    static Plant byOptions(String... options) {
        return of(String.join(" ", options)).with(options);
    }

    /** One that needs more than options. */
    static Plant of(String words) {
        return new Plant(
                words,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    /** Further options, which say nothing about the limit. */
    Plant with(String... more) {
        return new Plant(
                words, joined(options, more), around, serverShell, agentShell, serverGroup, runGroup, blow, needs);
    }

    Plant around(String... command) {
        return new Plant(words, options, List.of(command), serverShell, agentShell, serverGroup, runGroup, blow, needs);
    }

    Plant server(String... lines) {
        return new Plant(
                words, options, around, joined(serverShell, lines), agentShell, serverGroup, runGroup, blow, needs);
    }

    Plant agent(String... lines) {
        return new Plant(
                words, options, around, serverShell, joined(agentShell, lines), serverGroup, runGroup, blow, needs);
    }

    Plant serverGroup(String controller, long value) {
        GroupLimit limit = new GroupLimit(controller, value);
        return new Plant(words, options, around, serverShell, agentShell, Optional.of(limit), runGroup, blow, needs)
                .needing(() -> ControlGroup.obstacle(limit));
    }

    Plant runGroup(String controller, long value) {
        GroupLimit limit = new GroupLimit(controller, value);
        return new Plant(words, options, around, serverShell, agentShell, serverGroup, Optional.of(limit), blow, needs)
                .needing(() -> ControlGroup.obstacle(limit));
    }

    Plant struckBy(Blow strike) {
        return new Plant(
                words, options, around, serverShell, agentShell, serverGroup, runGroup, Optional.of(strike), needs);
    }

    Plant needing(Need need) {
        List<Need> all = new ArrayList<>(needs);
        all.add(need);
        return new Plant(
                words, options, around, serverShell, agentShell, serverGroup, runGroup, blow, List.copyOf(all));
    }

    /** Why this machine cannot plant it; empty if it can. */
    Optional<String> obstacle() {
        return needs.stream().map(Need::obstacle).flatMap(Optional::stream).findFirst();
    }

    private static List<String> joined(List<String> first, String... more) {
        return Stream.concat(first.stream(), Stream.of(more)).toList();
    }
}
