package io.ceiling.load.testkit;

import io.ceiling.load.http.ResponseHead;
import io.ceiling.load.socket.Input;

/**
 * Memory for one read after the other, shared by all readers of a thread as by all connections of an event loop. Not
 * thread-safe.
 */
public final class ReadBuffer {

    final Input in = new Input();
    final ResponseHead head = new ResponseHead();
}
