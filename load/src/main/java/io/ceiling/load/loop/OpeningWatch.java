package io.ceiling.load.loop;

/** Observer of the outcomes of the connections of an event loop; called on the thread of that loop. */
public interface OpeningWatch {

    /** A watch that does nothing. */
    OpeningWatch NONE = new OpeningWatch() {
        @Override
        public void onSettled() {}

        @Override
        public void onFailed() {}
    };

    /**
     * Called when a connection no longer waits for its first answer: the answer has come, or the connection was closed
     * before. If the work settles on connect: called when a connection is established.
     */
    void onSettled();

    /** Called when a connection has failed. No further connection is to be opened then. */
    void onFailed();
}
