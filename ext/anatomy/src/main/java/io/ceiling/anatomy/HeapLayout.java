package io.ceiling.anatomy;

import io.ceiling.harness.observe.jmx.JmxProbe;

/**
 * The sizes of arrays in a heap, which a heap dump does not contain.
 *
 * @param headerBytes header of an array with its length
 * @param referenceBytes a reference
 * @param alignmentBytes multiple to which objects are rounded up
 */
record HeapLayout(int headerBytes, int referenceBytes, int alignmentBytes) {

    /** The layout of a 64-bit JVM with a heap below 32 GiB and without options for it. */
    static final HeapLayout DEFAULT = new HeapLayout(16, 4, 8);

    /** Returns the layout of a JVM; a flag that it does not report counts as its default. */
    static HeapLayout of(JmxProbe jvm) {
        boolean smallHeaders = jvm.flag("UseCompactObjectHeaders").equals("true");
        boolean smallClassPointers = !jvm.flag("UseCompressedClassPointers").equals("false");
        return new HeapLayout(
                smallHeaders ? 12 : smallClassPointers ? 16 : 24,
                jvm.flag("UseCompressedOops").equals("false") ? 8 : 4,
                jvm.flag("ObjectAlignmentInBytes").equals("16") ? 16 : 8);
    }

    long bytesOfArray(long contentBytes) {
        return aligned(headerBytes + contentBytes);
    }

    long bytesOfReferences(long length) {
        return aligned(headerBytes + length * referenceBytes);
    }

    private long aligned(long bytes) {
        return (bytes + alignmentBytes - 1) / alignmentBytes * alignmentBytes;
    }
}
