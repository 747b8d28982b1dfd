package io.ceiling.load.link;

import java.io.Serializable;

/** A request to an agent: a record of this module, as is its answer. */
public interface Request<A extends Serializable> extends Serializable {

    /** Returns the type of the answer; anything else is refused. */
    Class<A> answer();
}
