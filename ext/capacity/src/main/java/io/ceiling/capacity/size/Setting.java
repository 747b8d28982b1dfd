package io.ceiling.capacity.size;

/**
 * A setting with its value.
 *
 * @param key the setting
 * @param value value in the unit of the key; of a setting of the kernel the least that is enough
 * @param needed true if the value has to be set; false if it is not above the kernel's usual one
 * @param reason reason for the value, in one line
 */
record Setting(SettingKey key, long value, boolean needed, String reason) {}
