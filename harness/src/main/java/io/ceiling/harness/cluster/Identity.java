package io.ceiling.harness.cluster;

/**
 * Who takes part in a cluster: a name that no other member has, and the version of Ceiling, which is the same for all.
 * Both are one line of at most {@value #MOST_CHARACTERS} printable characters.
 */
public record Identity(String name, String version) {

    static final int MOST_CHARACTERS = 200;

    public Identity {
        check("name", name);
        check("version", version);
    }

    private static void check(String what, String value) {
        if (value.isBlank()
                || value.length() > MOST_CHARACTERS
                || value.chars().anyMatch(c -> Character.isISOControl(c) || Character.isSurrogate((char) c))) {
            throw new IllegalArgumentException("the %s of a member must be 1 to %d printable characters, got %d"
                    .formatted(what, MOST_CHARACTERS, value.length()));
        }
    }
}
