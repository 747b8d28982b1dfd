package io.ceiling.capacity.size;

import io.ceiling.harness.scenario.Scenario;
import java.util.List;
import java.util.Optional;

/**
 * The settings that hold a number of connections.
 *
 * @param scenario server with these settings, whose cap is the number of connections
 * @param settings settings in the order of their keys, each at most once
 * @param neededMemory memory of the container that these connections take
 */
public record Sizing(Scenario scenario, List<Setting> settings, AmountRange neededMemory) {

    /**
     * An amount with its 95 % interval.
     *
     * @param value most likely amount
     * @param low lower end
     * @param high upper end
     */
    public record AmountRange(long value, long low, long high) {}

    /**
     * The answer to a request: the settings, and what else fits.
     *
     * @param sizing settings for the requested connections, whether or not they fit
     * @param fits true if they fit into the memory that the user has, or the user named none
     * @param fittingConnections connections that fit into that memory; empty if the user named none
     * @param heapObstacle why one server cannot hold them with any memory, in one line; empty if it can
     */
    public record SizingAnswer(
            Sizing sizing, boolean fits, Optional<AmountRange> fittingConnections, Optional<String> heapObstacle) {}

    public Sizing {
        settings = List.copyOf(settings);
    }

    /** Returns the same settings with another value of one of them, which has to be there, and the memory that they take. */
    public Sizing with(Setting replacement, AmountRange memory) {
        return new Sizing(
                scenario,
                settings.stream()
                        .map(setting -> setting.key() == replacement.key() ? replacement : setting)
                        .toList(),
                memory);
    }

    /** Returns the setting; empty if this server has none. */
    public Optional<Setting> setting(SettingKey key) {
        return settings.stream().filter(setting -> setting.key() == key).findFirst();
    }

    /**
     * Returns the value of a setting that every server has.
     *
     * @throws IllegalArgumentException if this server has none
     */
    public long value(SettingKey key) {
        return setting(key)
                .map(Setting::value)
                .orElseThrow(() -> new IllegalArgumentException("no setting " + key.label()));
    }
}
