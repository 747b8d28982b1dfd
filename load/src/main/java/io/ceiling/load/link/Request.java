package io.ceiling.load.link;

import java.io.Serializable;

/**
 * A request to an agent. Requests and their answers are records of this module.
 *
 * @param <A> type of the answer
 */
public interface Request<A extends Serializable> extends Serializable {

    /** Returns the class of the answer; an answer of any other class is refused. */
    Class<A> answer();
}
