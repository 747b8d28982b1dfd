package io.ceiling.harness.result.law;

/**
 * A place where several threads stand.
 *
 * @param threadName name of the threads, with {@code *} in place of numbers
 * @param location method that they are in, such as {@code Semaphore.acquire}; of a process without a JVM, the function of the
 *     kernel in which they sleep
 * @param caller method of the application that leads there, or else of the outer library; empty if there is none
 * @param reason what keeps them there
 * @param remedy what users of the library change whose lock or pool they wait for; empty if that is of no known one
 */
public record ThreadPlace(String threadName, String location, String caller, WaitReason reason, String remedy) {

    /** The reason why threads stand at a place. */
    public enum WaitReason {
        /** The application has led there, and they wait for one another or for other threads. */
        APPLICATION,
        /** They wait for a lock, which one has at a time, whoever led them there. */
        LOCK,
        /** The application led them there, and they wait for another server. */
        UPSTREAM,
        /** They wait for a time and for no other thread, as simulated work or a pacer does. */
        TIME,
        OTHER
    }

    /** Creates a place of no known library. */
    public ThreadPlace(String threads, String at, String caller, WaitReason why) {
        this(threads, at, caller, why, "");
    }

    /** Creates a place that the application has not led to. */
    public ThreadPlace(String threads, String at, String caller) {
        this(threads, at, caller, WaitReason.OTHER);
    }

    public boolean hasReason() {
        return reason != WaitReason.OTHER && reason != WaitReason.TIME;
    }

    /** Returns the method that leads there, or else the place itself. */
    public String outerMethod() {
        return caller.isEmpty() ? location : caller;
    }

    /** Returns the place in words, such as {@code in Semaphore.acquire called by App.gate}. */
    public String inWords() {
        if (location.isEmpty()) {
            return caller.isEmpty() ? "" : "in " + caller;
        }
        return "in %s%s".formatted(location, caller.isEmpty() || caller.equals(location) ? "" : " called by " + caller);
    }
}
