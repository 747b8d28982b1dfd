package io.ceiling.load.channels;

import io.ceiling.load.loop.OpeningOrder;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Draws random members of one event loop that can send. Confined to the thread of that loop.
 *
 * @param <T> class of the members; other connections are not drawn
 */
final class MemberDraw<T extends ChannelConnection> {

    // Number of draws of members that cannot send, after which the next member that can send is taken.
    private static final int MAX_DRAWS = 16;

    private final OpeningOrder connections;
    private final SplittableRandom random;
    private final Class<T> kind;

    /** @param connections connections of this event loop */
    MemberDraw(OpeningOrder connections, SplittableRandom random, Class<T> kind) {
        this.connections = connections;
        this.random = random;
        this.kind = kind;
    }

    /** Returns a member that can send now; null if none can. */
    @Nullable
    T next() {
        int slots = connections.slots();
        if (slots == 0) {
            return null;
        }
        for (int i = 0; i < MAX_DRAWS; i++) {
            T member = sender(random.nextInt(slots));
            if (member != null) {
                return member;
            }
        }
        int first = random.nextInt(slots);
        for (int i = 0; i < slots; i++) {
            T member = sender((first + i) % slots);
            if (member != null) {
                return member;
            }
        }
        return null;
    }

    private @Nullable T sender(int slot) {
        @Nullable Object connection = connections.at(slot);
        if (!kind.isInstance(connection)) {
            return null;
        }
        T member = kind.cast(connection);
        return member.maySend() ? member : null;
    }
}
