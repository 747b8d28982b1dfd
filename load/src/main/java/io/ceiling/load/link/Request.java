package io.ceiling.load.link;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

/**
 * A request to another process. Requests and their answers are records or enums.
 *
 * @param <A> class of the answer, which the declaration of the request names
 */
public interface Request<A> {

    /** Returns the class of the answer; an answer of any other class is refused. */
    @SuppressWarnings("unchecked")
    default Class<A> answer() {
        return (Class<A>) answer(getClass());
    }

    private static Class<?> answer(Class<?> request) {
        for (Type parent : request.getGenericInterfaces()) {
            Class<?> raw = (Class<?>) (parent instanceof ParameterizedType generic ? generic.getRawType() : parent);
            if (Request.class.isAssignableFrom(raw)) {
                return parent instanceof ParameterizedType generic
                        ? (Class<?>) generic.getActualTypeArguments()[0]
                        : answer(raw);
            }
        }
        throw new IllegalStateException(request.getName() + " does not name the class of its answer");
    }
}
