package io.ceiling.it.planted;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random numbers of one seed and one index, and of nothing else. */
final class Dice {

    private final SplittableRandom random;

    Dice(long seed, long index) {
        // Both mixed first: neighbouring numbers would begin neighbouring places of one sequence.
        this.random = new SplittableRandom(mixed(seed) ^ Long.rotateLeft(mixed(index), 32));
    }

    private static long mixed(long number) {
        return new SplittableRandom(number).nextLong();
    }

    /** Both ends included. */
    int between(int lowest, int highest) {
        return random.nextInt(lowest, highest + 1);
    }

    boolean oneIn(int chances) {
        return random.nextInt(chances) == 0;
    }

    <T> T oneOf(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    <T> List<T> shuffled(List<T> all) {
        List<T> mixed = new ArrayList<>(all);
        for (int i = mixed.size() - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            T moved = mixed.get(i);
            mixed.set(i, mixed.get(other));
            mixed.set(other, moved);
        }
        return mixed;
    }
}
