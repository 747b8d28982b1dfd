package io.ceiling.harness.observe;

import java.util.Map;

/**
 * The slab caches of the kernel that hold what connections and threads consist of; none without the right to read them.
 *
 * @param caches use by the name of the cache, such as {@code TCP}
 */
public record SlabCaches(Map<String, CacheUse> caches) {

    /** Caches that could not be read. */
    public static final SlabCaches NOT_SEEN = new SlabCaches(Map.of());

    /**
     * The use of one cache.
     *
     * @param objects objects in use
     * @param bytes whole slabs, in bytes
     * @param bytesOfEach size of an object, in bytes; 0 if it is not told
     */
    public record CacheUse(long objects, long bytes, long bytesOfEach) {

        public static final CacheUse NONE = new CacheUse(0, 0, 0);
    }

    public SlabCaches {
        caches = Map.copyOf(caches);
    }

    public boolean isSeen() {
        return !caches.isEmpty();
    }

    /** Returns the use of a cache; none if the kernel does not have it. */
    public CacheUse of(String name) {
        return caches.getOrDefault(name, CacheUse.NONE);
    }
}
