package io.ceiling.harness.model.sizing;

/**
 * A setting with its value.
 *
 * @param key the setting
 * @param value value in the unit of the key
 * @param needed true if the value has to be set; false if the usual one is enough, which is then the value
 * @param reason reason for the value, in one line
 */
public record Setting(SettingKey key, long value, boolean needed, String reason) {}
