package io.ceiling.anatomy;

/**
 * A part of a connection's memory.
 *
 * @param owner owner of the memory
 * @param name class of the objects, category of the JVM, or slab cache
 * @param holder field that holds the objects; empty for other memory, and for objects that no single field holds
 * @param via field of {@code java.*} between holder and object; empty if there is none
 * @param count objects for each connection; NaN if they are not counted
 * @param amount bytes for each connection
 * @param bytesOfEach size of each object as the kernel reports it, in bytes; 0 if it does not
 */
record Part(Owner owner, String name, String holder, String via, double count, Amount amount, long bytesOfEach) {

    /** Holder of a whole class in a comparison in which one side does not know the fields. */
    public static final String ALL_FIELDS = "(all fields)";

    /** Identifies the same part in another server, whatever its size is there. */
    public record Key(Owner owner, String name, String holder, String via) {}

    /** Creates a part that no field holds. */
    public Part(Owner owner, String name, double count, Amount amount) {
        this(owner, name, "", "", count, amount, 0);
    }

    /** Creates a part of objects that a field holds. */
    public Part(String name, String holder, String via, double count, Amount amount) {
        this(Owner.HEAP, name, holder, via, count, amount, 0);
    }

    public Key key() {
        return new Key(owner, name, holder, via);
    }
}
