package io.ceiling.harness.observe.jmx;

/**
 * The sizes of arrays in a heap, which a heap dump does not contain.
 *
 * @param headerBytes header of an array with its length
 * @param referenceBytes a reference
 * @param alignmentBytes multiple to which objects are rounded up
 */
public record HeapLayout(int headerBytes, int referenceBytes, int alignmentBytes) {

    /** The layout of a 64-bit JVM with a heap below 32 GiB and without options for it. */
    public static final HeapLayout DEFAULT = new HeapLayout(16, 4, 8);

    /**
     * Returns the layout of a JVM with these flags.
     *
     * @param smallReferences UseCompressedOops
     * @param smallClassPointers UseCompressedClassPointers
     * @param smallHeaders UseCompactObjectHeaders
     * @param alignmentBytes ObjectAlignmentInBytes
     */
    static HeapLayout of(
            boolean smallReferences, boolean smallClassPointers, boolean smallHeaders, int alignmentBytes) {
        int header = smallHeaders ? 12 : smallClassPointers ? 16 : 24;
        return new HeapLayout(header, smallReferences ? 4 : 8, alignmentBytes);
    }

    /** Returns the size of an array of primitives. */
    public long bytesOfArray(long contentBytes) {
        return aligned(headerBytes + contentBytes);
    }

    /** Returns the size of an array of references. */
    public long bytesOfReferences(long length) {
        return aligned(headerBytes + length * referenceBytes);
    }

    private long aligned(long bytes) {
        return (bytes + alignmentBytes - 1) / alignmentBytes * alignmentBytes;
    }
}
