package io.ceiling.harness.model.anatomy;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A setting that was changed, and what that saved.
 *
 * @param setting the option, such as {@code --buffer=1k}
 * @param why why it could not be measured; empty if it was
 * @param saved what each part costs less, if the difference is significant; negative if it costs more
 * @param totals what each whole costs less
 */
public record Tried(String setting, String why, Map<Part.Key, Amount> saved, Map<Total.Kind, Amount> totals) {

    public Tried {
        saved = Map.copyOf(saved);
        totals = Map.copyOf(totals);
    }

    /** Creates a setting that could not be measured. */
    public static Tried not(String setting, String why) {
        return new Tried(setting, why, Map.of(), Map.of());
    }

    /** Returns true if the setting was measured. */
    public boolean isMeasured() {
        return why.isEmpty();
    }

    /** Returns the setting that saves most of a part; empty if none saves anything. */
    public static Optional<Best> best(Part.Key part, List<Tried> all) {
        return all.stream()
                .map(tried -> new Best(tried.setting(), tried.saved().getOrDefault(part, Amount.ZERO)))
                .filter(best -> best.saved().bytes() > 0)
                .max(Comparator.comparingDouble(best -> best.saved().bytes()));
    }

    /** A setting and what it saves. */
    public record Best(String setting, Amount saved) {}
}
