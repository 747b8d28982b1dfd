package io.ceiling.load.link;

/**
 * A request to an agent. Requests and their answers are records of this module.
 *
 * @param <A> type of the answer
 */
public interface Request<A> {

    /** Returns the class of the answer; an answer of any other class is refused. */
    Class<A> answer();
}
