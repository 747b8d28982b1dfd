package io.ceiling.it.planted;

import io.ceiling.it.fixture.CeilingProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * How a limit is brought about, without any help of the harness: by options of the run, by what surrounds the whole run, by
 * settings of the kernel, or by shell lines that a server or a load agent goes through before it becomes a JVM (see
 * {@link WrappedJdk}).
 *
 * <p>Never changes; each method that adds something returns another one.
 */
final class Plant {

    private final String words;
    private List<String> options = List.of();
    private Optional<Path> jdk = Optional.empty();
    private List<String> around = List.of();
    private List<String> serverShell = List.of();
    private List<String> agentShell = List.of();
    private Optional<GroupLimit> serverGroup = Optional.empty();
    private Optional<GroupLimit> agentGroup = Optional.empty();
    private Optional<GroupLimit> runGroup = Optional.empty();
    private List<Setting> settings = List.of();
    private Optional<Blow> blow = Optional.empty();
    private List<Need> needs = List.of();
    private List<String> said = List.of();

    /** One limit of a control group of its own. */
    record GroupLimit(String controller, long value) {}

    /** A setting of the kernel for as long as the run takes. */
    record Setting(String name, Value value) {

        /** What it is set to, asked for just before. */
        interface Value {
            long now() throws IOException;
        }
    }

    /** Something done to a run from outside. */
    interface Blow {
        void strike(CeilingProcess ceiling, Path results) throws Exception;
    }

    /** Says why this machine cannot; empty if it can. */
    public interface Need {
        Optional<String> obstacle();
    }

    private Plant(String words) {
        this.words = words;
    }

    /** For a control. */
    static Plant nothing() {
        return of("nothing planted");
    }

    /** A limit, or several close together, that options alone bring about. */
    static Plant byOptions(String... options) {
        return of(String.join(" ", options)).with(options);
    }

    /**
     * One that needs more than options.
     *
     * @param words for the tables: no paths of this machine
     */
    static Plant of(String words) {
        return new Plant(words);
    }

    /** Further options of {@code ceiling run}, which say nothing about the limit. */
    Plant with(String... more) {
        return changed(plant -> plant.options = joined(options, List.of(more)));
    }

    /** The JDK of the server; the newest one if there is none. */
    Plant on(Path home) {
        return changed(plant -> plant.jdk = Optional.of(home));
    }

    Plant around(String... command) {
        return changed(plant -> plant.around = List.of(command));
    }

    /** Lines of shell in the server's process. */
    Plant server(String... lines) {
        return changed(plant -> plant.serverShell = joined(serverShell, List.of(lines)));
    }

    /** Lines of shell in a load agent's process. */
    Plant agent(String... lines) {
        return changed(plant -> plant.agentShell = joined(agentShell, List.of(lines)));
    }

    /** A control group for the server alone. */
    Plant serverGroup(String controller, long value) {
        GroupLimit limit = new GroupLimit(controller, value);
        return changed(plant -> plant.serverGroup = Optional.of(limit)).needing(() -> ControlGroup.obstacle(limit));
    }

    /** A control group for the load agents alone. */
    Plant agentGroup(String controller, long value) {
        GroupLimit limit = new GroupLimit(controller, value);
        return changed(plant -> plant.agentGroup = Optional.of(limit)).needing(() -> ControlGroup.obstacle(limit));
    }

    /** A control group for harness, agents and servers together. */
    Plant runGroup(String controller, long value) {
        GroupLimit limit = new GroupLimit(controller, value);
        return changed(plant -> plant.runGroup = Optional.of(limit)).needing(() -> ControlGroup.obstacle(limit));
    }

    /** A setting of the kernel, which is the whole host's; put back however the run ends. */
    Plant sysctl(String name, Setting.Value value) {
        return changed(plant -> plant.settings = joined(settings, List.of(new Setting(name, value))))
                .needing(Sysctl.mayBeSet(name));
    }

    /** What happens to the server while connections are held. */
    Plant struckBy(Blow strike) {
        return changed(plant -> plant.blow = Optional.of(strike));
    }

    /** What this machine must allow; looked at in the order in which they were given. */
    Plant needing(Need need) {
        return changed(plant -> plant.needs = joined(needs, List.of(need)));
    }

    Plant said(String part) {
        return changed(plant -> plant.said = joined(said, List.of(part)));
    }

    String words() {
        return words;
    }

    List<String> options() {
        return options;
    }

    Optional<Path> jdk() {
        return jdk;
    }

    List<String> around() {
        return around;
    }

    List<String> serverShell() {
        return serverShell;
    }

    List<String> agentShell() {
        return agentShell;
    }

    Optional<GroupLimit> serverGroup() {
        return serverGroup;
    }

    Optional<GroupLimit> agentGroup() {
        return agentGroup;
    }

    Optional<GroupLimit> runGroup() {
        return runGroup;
    }

    List<Setting> settings() {
        return settings;
    }

    Optional<Blow> blow() {
        return blow;
    }

    List<String> said() {
        return said;
    }

    /** Why this machine cannot plant it; empty if it can. */
    Optional<String> obstacle() {
        return needs.stream().map(Need::obstacle).flatMap(Optional::stream).findFirst();
    }

    private Plant changed(Consumer<Plant> change) {
        Plant copy = new Plant(words);
        copy.options = options;
        copy.jdk = jdk;
        copy.around = around;
        copy.serverShell = serverShell;
        copy.agentShell = agentShell;
        copy.serverGroup = serverGroup;
        copy.agentGroup = agentGroup;
        copy.runGroup = runGroup;
        copy.settings = settings;
        copy.blow = blow;
        copy.needs = needs;
        copy.said = said;
        change.accept(copy);
        return copy;
    }

    private static <T> List<T> joined(List<T> first, List<T> more) {
        return Stream.concat(first.stream(), more.stream()).toList();
    }
}
