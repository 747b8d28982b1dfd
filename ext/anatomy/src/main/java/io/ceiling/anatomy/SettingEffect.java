package io.ceiling.anatomy;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A changed setting and the bytes per connection that it saved.
 *
 * @param setting the option, such as {@code --buffer=1k}
 * @param reason reason why it could not be measured; empty if it was
 * @param savings saving in each part, if it is significant and larger than the difference of the control; negative if the
 *     part costs more; in the control every difference
 * @param totals saving in each total
 */
record SettingEffect(String setting, String reason, Map<Part.Key, Amount> savings, Map<Total.Kind, Amount> totals) {

    /** Name of the control, which has the same settings in other servers. */
    public static final String CONTROL = "(unchanged)";

    public SettingEffect {
        savings = Map.copyOf(savings);
        totals = Map.copyOf(totals);
    }

    /** Creates a setting that could not be measured. */
    public static SettingEffect notMeasured(String setting, String why) {
        return new SettingEffect(setting, why, Map.of(), Map.of());
    }

    /** Returns the control among them; one without differences if there is none. */
    public static SettingEffect control(List<SettingEffect> all) {
        return all.stream()
                .filter(SettingEffect::isControl)
                .findFirst()
                .orElseGet(() -> new SettingEffect(CONTROL, "", Map.of(), Map.of()));
    }

    public boolean isControl() {
        return setting.equals(CONTROL);
    }

    /**
     * Returns the saving of a total; unknown if it is within chance, or not larger than the difference of the control.
     */
    public Amount significantSaving(Total.Kind kind, SettingEffect control) {
        Amount saving = totals.getOrDefault(kind, Amount.UNKNOWN);
        Amount chance = control.totals().getOrDefault(kind, Amount.ZERO);
        boolean smaller = chance.isKnown() && Math.abs(saving.bytes()) <= Math.abs(chance.bytes());
        return saving.isSignificant() && !smaller ? saving : Amount.UNKNOWN;
    }

    public boolean isMeasured() {
        return reason.isEmpty();
    }

    /** Returns the setting that saves most of a part; empty if none saves anything. */
    public static Optional<BestSetting> best(Part.Key part, List<SettingEffect> all) {
        return all.stream()
                .filter(effect -> !effect.isControl())
                .map(effect ->
                        new BestSetting(effect.setting(), effect.savings().getOrDefault(part, Amount.ZERO)))
                .filter(best -> best.saved().bytes() > 0)
                .max(Comparator.comparingDouble(best -> best.saved().bytes()));
    }

    /** A setting and what it saves. */
    public record BestSetting(String setting, Amount saved) {}
}
