package io.ceiling.anatomy;

import io.ceiling.anatomy.HeldObjects.Holding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import kotlin.sequences.Sequence;
import shark.CloseableHeapGraph;
import shark.GcRoot;
import shark.HeapField;
import shark.HeapObject;
import shark.HeapObject.HeapClass;
import shark.HeapObject.HeapInstance;
import shark.HeapObject.HeapObjectArray;
import shark.HeapObject.HeapPrimitiveArray;
import shark.HprofHeapGraph;
import shark.HprofIndex;
import shark.HprofRecord.HeapDumpRecord.ObjectRecord.ClassDumpRecord.FieldRecord;
import shark.PrimitiveType;

/**
 * Walks through a heap dump from its roots and finds the field that holds each object.
 *
 * <p>Notes. The walk is breadth first, so that an object belongs to the field on the shortest path to it: first from
 * static fields and threads, then from local variables of threads, which refer only briefly to what others hold. A
 * field of a general class ({@code java.*}, or an array) holds on behalf of the field that holds that class. Fields of
 * references ({@code java.lang.ref}) hold nothing. Not thread-safe; the walk needs about 40 bytes of memory for each
 * object of the dump.
 */
final class HeapWalk implements AutoCloseable {

    /** Holder of an object that a local variable of a thread refers to, and no field. */
    static final String LOCAL_VARIABLE = "(local variable of a thread)";

    /** Holder of an object that is a root by itself, such as a thread. */
    static final String ROOT = "(root)";

    /** Holder of an object to which only soft, weak or final references lead. */
    static final String NO_STRONG_PATH = "(no strong path)";

    private static final String REFERENCE_PACKAGE = "java.lang.ref.";
    private static final int NONE = 0;
    private static final int BITS = 21;
    private static final long MASK = (1L << BITS) - 1;

    private final CloseableHeapGraph graph;
    private final HeapLayout layout;
    private final ClassHistogram sizes;
    private final int identifierBytes;

    private final Names names = new Names();
    private final Map<Long, Fields> fields = new HashMap<>();
    private final Map<Long, long[]> groups = new HashMap<>();

    // Identifiers of all objects in ascending order; shark's own index of an array depends on how it was found.
    private final long[] ids;

    // Number of the holder of each object, by its place in ids; 0 until it is reached.
    private final int[] holders;
    // Number of the field of a general class that refers to each object; 0 if the holder does.
    private final int[] vias;

    private final int[] queue;
    private int head;
    private int tail;

    private HeapWalk(CloseableHeapGraph graph, HeapLayout layout, ClassHistogram sizes) {
        this.graph = graph;
        this.layout = layout;
        this.sizes = sizes;
        this.identifierBytes = graph.getIdentifierByteSize();
        this.ids = ids(graph);
        this.holders = new int[ids.length];
        this.vias = new int[ids.length];
        this.queue = new int[ids.length];
    }

    private static long[] ids(CloseableHeapGraph graph) {
        long[] ids = new long[graph.getInstanceCount() + graph.getObjectArrayCount() + graph.getPrimitiveArrayCount()];
        int count = 0;
        for (Sequence<? extends HeapObject> all :
                List.of(graph.getInstances(), graph.getObjectArrays(), graph.getPrimitiveArrays())) {
            for (HeapObject object : each(all)) {
                ids[count++] = object.getObjectId();
            }
        }
        Arrays.sort(ids);
        return ids;
    }

    /**
     * Returns the objects of a dump by class and holding field. Blocks for seconds.
     *
     * @param layout sizes of arrays in that heap
     * @param sizes histogram of the same heap, for the sizes of other objects
     * @throws IOException if the file is no heap dump, or one too large for the memory of this process
     */
    static HeldObjects of(Path file, HeapLayout layout, ClassHistogram sizes) throws IOException {
        try (HeapWalk walk = new HeapWalk(
                HprofHeapGraph.Companion.openHeapGraph(
                        file.toFile(), null, HprofIndex.Companion.defaultIndexedGcRootTags()),
                layout,
                sizes)) {
            return walk.walk();
        } catch (RuntimeException e) {
            throw new IOException("the heap dump cannot be read: " + e.getMessage(), e);
        } catch (OutOfMemoryError e) {
            // All that the walk allocated is garbage now.
            throw new IOException(
                    "ceiling has too little memory for a walk through it. Hint: a smaller --cap, or a larger CEILING_HEAP",
                    e);
        }
    }

    // The texts that occur, each with a number from 1.
    private static final class Names {

        private final Map<String, Integer> numbers = new HashMap<>();
        private final List<String> texts = new ArrayList<>(List.of(""));

        private int of(String text) {
            return numbers.computeIfAbsent(text, one -> {
                texts.add(one);
                return texts.size() - 1;
            });
        }

        private String text(int number) {
            return texts.get(number);
        }
    }

    // The fields of a class that may hold an object.
    private static final class Fields {

        private final int className;
        // True if the class holds on behalf of others.
        private final boolean general;
        // Offsets in the record of an instance, in bytes.
        private final int[] offsets;
        // Number of the name of each field.
        private final int[] labels;

        private Fields(int className, boolean general, List<Integer> offsets, List<Integer> labels) {
            this.className = className;
            this.general = general;
            this.offsets = offsets.stream().mapToInt(Integer::intValue).toArray();
            this.labels = labels.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    private HeldObjects walk() {
        for (HeapClass type : each(graph.getClasses())) {
            statics(type);
        }
        List<GcRoot> locals = new ArrayList<>();
        for (GcRoot root : graph.getGcRoots()) {
            if (root instanceof GcRoot.ThreadObject || root instanceof GcRoot.JniGlobal) {
                recordHolder(root.getId(), names.of(ROOT), NONE);
            } else if (!(root instanceof GcRoot.StickyClass)) {
                locals.add(root);
            }
        }
        processQueue();
        locals.forEach(root -> recordHolder(root.getId(), names.of(LOCAL_VARIABLE), NONE));
        processQueue();
        int unreached = names.of(NO_STRONG_PATH);
        for (int i = 0; i < ids.length; i++) {
            if (holders[i] == NONE) {
                holders[i] = unreached;
                count(i, graph.findObjectById(ids[i]));
            }
        }
        return held();
    }

    private void statics(HeapClass type) {
        String name = ClassName.inSource(type.getName());
        if (name.startsWith(REFERENCE_PACKAGE)) {
            return;
        }
        for (HeapField field : each(type.readStaticFields())) {
            Long id = field.getValue().getAsNonNullObjectId();
            if (id != null) {
                recordHolder(id, names.of(name + "." + field.getName()), NONE);
            }
        }
    }

    // Notes the holder of an object that was not reached before.
    private void recordHolder(long id, int holder, int via) {
        int index = Arrays.binarySearch(ids, id);
        if (index >= 0 && holders[index] == NONE) {
            holders[index] = holder;
            vias[index] = via;
            queue[tail++] = index;
        }
    }

    private void processQueue() {
        while (head < tail) {
            int index = queue[head++];
            HeapObject object = graph.findObjectById(ids[index]);
            count(index, object);
            if (object instanceof HeapInstance instance) {
                followFields(index, instance);
            } else if (object instanceof HeapObjectArray array) {
                followElements(index, array);
            }
        }
    }

    private void followFields(int index, HeapInstance instance) {
        Fields known = fieldsOf(instance);
        if (known.offsets.length == 0) {
            return;
        }
        ByteBuffer values = ByteBuffer.wrap(instance.readRecord().getFieldValues());
        for (int i = 0; i < known.offsets.length; i++) {
            int at = known.offsets[i];
            long id = identifierBytes == Integer.BYTES ? values.getInt(at) : values.getLong(at);
            if (id != 0) {
                follow(index, id, known.labels[i], known.general);
            }
        }
    }

    private void followElements(int index, HeapObjectArray array) {
        int label = names.of(ClassName.inSource(array.getArrayClassName()));
        for (long id : array.readRecord().getElementIds()) {
            if (id != 0) {
                follow(index, id, label, true);
            }
        }
    }

    private void follow(int from, long id, int label, boolean general) {
        boolean onBehalf = general && !names.text(holders[from]).startsWith("(");
        recordHolder(id, onBehalf ? holders[from] : label, onBehalf ? label : NONE);
    }

    private Fields fieldsOf(HeapInstance instance) {
        return fields.computeIfAbsent(instance.getInstanceClassId(), id -> fields(instance.getInstanceClass()));
    }

    private Fields fields(HeapClass type) {
        String name = ClassName.inSource(type.getName());
        List<Integer> offsets = new ArrayList<>();
        List<Integer> labels = new ArrayList<>();
        int offset = 0;
        for (HeapClass declaring : each(type.getClassHierarchy())) {
            boolean holds = !declaring.getName().startsWith(REFERENCE_PACKAGE);
            for (FieldRecord field : declaring.readRecordFields()) {
                if (field.getType() != PrimitiveType.REFERENCE_HPROF_TYPE) {
                    offset += PrimitiveType.Companion.getByteSizeByHprofType().getOrDefault(field.getType(), 0);
                    continue;
                }
                if (holds) {
                    offsets.add(offset);
                    labels.add(names.of(name + "." + declaring.instanceFieldName(field)));
                }
                offset += identifierBytes;
            }
        }
        return new Fields(names.of(name), ClassName.isGeneral(name), offsets, labels);
    }

    private void count(int index, HeapObject object) {
        int name;
        long bytes;
        if (object instanceof HeapInstance instance) {
            name = fieldsOf(instance).className;
            bytes = sizes.bytesOfEach(names.text(name));
        } else if (object instanceof HeapObjectArray array) {
            name = names.of(ClassName.inSource(array.getArrayClassName()));
            bytes = layout.bytesOfReferences(array.getByteSize() / identifierBytes);
        } else if (object instanceof HeapPrimitiveArray array) {
            name = names.of(ClassName.inSource(array.getArrayClassName()));
            bytes = layout.bytesOfArray(array.getByteSize());
        } else {
            return;
        }
        long key = ((((long) name << BITS) | holders[index]) << BITS) | vias[index];
        long[] group = groups.computeIfAbsent(key, one -> new long[2]);
        group[0]++;
        group[1] += bytes;
    }

    private HeldObjects held() {
        Map<Holding, ClassHistogram.ObjectCount> held = new HashMap<>();
        groups.forEach((key, group) -> held.merge(
                new Holding(
                        names.text((int) (key >> (2 * BITS))),
                        names.text((int) ((key >> BITS) & MASK)),
                        names.text((int) (key & MASK))),
                new ClassHistogram.ObjectCount(group[0], group[1]),
                ClassHistogram.ObjectCount::plus));
        return new HeldObjects(held);
    }

    private static <T> Iterable<T> each(Sequence<? extends T> sequence) {
        return () -> {
            Iterator<? extends T> iterator = sequence.iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return iterator.hasNext();
                }

                @Override
                public T next() {
                    return iterator.next();
                }
            };
        };
    }

    @Override
    public void close() throws IOException {
        graph.close();
    }
}
