package io.ceiling.webapp;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Finds out if a thread is virtual, on JDKs with and without virtual threads. */
final class ThreadKind {

    /** Thread.isVirtual of JDK 21; null on older ones. */
    private static final @Nullable MethodHandle IS_VIRTUAL = find();

    private ThreadKind() {}

    private static @Nullable MethodHandle find() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /** Returns true if this JDK has virtual threads. */
    static boolean hasVirtual() {
        return IS_VIRTUAL != null;
    }

    static boolean isVirtual(Thread thread) {
        if (IS_VIRTUAL == null) {
            return false;
        }
        try {
            return (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (Throwable e) {
            throw new IllegalStateException("Thread.isVirtual failed", e);
        }
    }
}
