package io.ceiling.repeat;

import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * Takes one share of the tests that are tagged {@code all}, such as the third of six with {@code -Dtests.turn=3/6}, and every other
 * test. A method is always in the same share, so that as many builds as there are shares run each once. Every module has it among
 * its tests.
 */
public final class Turn implements PostDiscoveryFilter {

    private static final TestTag DIVIDED = TestTag.create("all");

    private final int share;
    private final int shares;

    /** Reads the share from the system property {@code ceiling.turn}; without it there is one share, which has all. */
    public Turn() {
        this(System.getProperty("ceiling.turn", "1/1"));
    }

    Turn(String turn) {
        String[] parts = turn.split("/", -1);
        share = Integer.parseInt(parts[0]);
        shares = parts.length == 2 ? Integer.parseInt(parts[1]) : 0;
        if (share < 1 || share > shares) {
            throw new IllegalArgumentException("tests.turn must be such as 3/6, was '" + turn + "'");
        }
    }

    @Override
    public FilterResult apply(TestDescriptor test) {
        if (!test.getTags().contains(DIVIDED) || !(test.getSource().orElse(null) instanceof MethodSource method)) {
            return FilterResult.included("not divided");
        }
        return FilterResult.includedIf(has(method.getClassName() + "#" + method.getMethodName()));
    }

    /**
     * True if this share has that test.
     *
     * @param name of a method, or of a case that its class divides itself
     */
    public boolean has(String name) {
        return Math.floorMod(name.hashCode(), shares) == share - 1;
    }
}
