package io.ceiling.jmh;

import io.ceiling.container.Connector;
import io.ceiling.container.ThreadKind;
import java.util.List;

/**
 * A container, its connector and its kind of threads, as the parameter {@code server} names them: {@code tomcat-nio2-virtual}, {@code
 * jetty-platform}.
 *
 * @param container {@code tomcat} or {@code jetty}
 */
record ServerKind(String label, String container, Connector connector, ThreadKind threadKind) {

    /**
     * The one of that label.
     *
     * @throws IllegalArgumentException with one line if there is none
     */
    static ServerKind of(String label) {
        List<String> words = List.of(label.split("-", -1));
        try {
            if (words.size() == 3 && words.get(0).equals("tomcat")) {
                return new ServerKind(label, "tomcat", Connector.of(words.get(1)), ThreadKind.of(words.get(2)));
            }
            if (words.size() == 2 && words.get(0).equals("jetty")) {
                return new ServerKind(label, "jetty", Connector.NIO, ThreadKind.of(words.get(1)));
            }
        } catch (IllegalArgumentException e) {
            // Told below in the words of this parameter.
        }
        throw new IllegalArgumentException(
                "server must be tomcat-{bio,nio,nio2}-{platform,virtual} or jetty-{platform,virtual}, was '%s'"
                        .formatted(label));
    }
}
