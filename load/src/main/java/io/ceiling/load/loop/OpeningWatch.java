package io.ceiling.load.loop;

/** Follows what becomes of the connections of an event loop, on the thread of that loop. */
public interface OpeningWatch {

    /** Nobody follows. */
    OpeningWatch NONE = new OpeningWatch() {
        @Override
        public void settled() {}

        @Override
        public void failed() {}
    };

    /** A connection waits no more for its first answer: it has come, or the connection was closed before it. */
    void settled();

    /** A connection has failed; if it waited for its first answer, it is settled next. */
    void failed();
}
