package io.ceiling.load.testkit;

import io.ceiling.load.http.ResponseHead;
import io.ceiling.load.socket.Input;

/** The memory that one read after the other goes to; all readers of a thread share it, as all connections of an event loop do. */
public final class ReadBuffer {

    final Input in = new Input();
    final ResponseHead head = new ResponseHead();
}
