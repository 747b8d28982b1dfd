package io.ceiling.harness.verdict.threads;

import io.ceiling.harness.reading.ThreadStack.Frame;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;

/**
 * The names of libraries, containers and pools by which frames are worded, from the resource {@code frames.properties}. What a
 * thread waits for follows from its state and from the JDK alone, and which threads serve from how many there are.
 */
final class FrameNames {

    /** The owner of a frame. */
    enum Role {
        /** A class that reads and writes the connections of a server's clients. */
        CONNECTOR,
        /** A class through which a request comes to the application. */
        SERVER,
        /** Code that is not the application. */
        LIBRARY,
        /** A method that lends something. */
        POOL,
        /** A method in which a thread of a pool waits for its next task. */
        IDLE,
        /** A method in which a thread of a container waits for connections. */
        OWN
    }

    private static final Map<Role, List<String>> NAMES = read();

    private FrameNames() {}

    private static Map<Role, List<String>> read() {
        ResourceBundle names = ResourceBundle.getBundle(FrameNames.class.getPackageName() + ".frames", Locale.ROOT);
        Map<Role, List<String>> byRole = new EnumMap<>(Role.class);
        Arrays.stream(Role.values())
                .forEach(role -> byRole.put(
                        role,
                        names.keySet().stream()
                                .filter(name ->
                                        names.getString(name).equals(role.name().toLowerCase(Locale.ROOT)))
                                .sorted()
                                .toList()));
        return byRole;
    }

    static boolean hasRole(Frame frame, Role... roles) {
        for (Role role : roles) {
            if (matches(frame, NAMES.getOrDefault(role, List.of()))) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if class and method of the frame begin with one of these names. */
    static boolean matches(Frame frame, List<String> names) {
        String name = frame.type() + "." + frame.method();
        for (String begin : names) {
            if (name.startsWith(begin)) {
                return true;
            }
        }
        return false;
    }
}
