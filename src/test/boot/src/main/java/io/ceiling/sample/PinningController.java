package io.ceiling.sample;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Two requests that wait equally long: one keeps the carrier of its virtual thread on every JDK, the other does so before
 * JDK 24.
 */
@RestController
public class PinningController {

    private static final int MILLIS = 40;

    /** Initialises a class that takes its time, in which a virtual thread does not leave its carrier. */
    @GetMapping("/pinned")
    String initialise() throws ClassNotFoundException {
        Class.forName(SlowClass.class.getName(), true, new Anew());
        return "initialised";
    }

    /** Waits in a monitor of its own. */
    @GetMapping("/monitor")
    String monitor() {
        synchronized (new Object()) {
            pause();
        }
        return "waited";
    }

    public static void pause() {
        try {
            Thread.sleep(MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A class whose initialiser waits. */
    static final class SlowClass {

        static {
            pause();
        }
    }

    // Defines that class once more.
    private static final class Anew extends ClassLoader {

        Anew() {
            super(PinningController.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(SlowClass.class.getName())) {
                return super.loadClass(name, resolve);
            }
            try (InputStream file = Objects.requireNonNull(
                    PinningController.class.getResourceAsStream("PinningController$SlowClass.class"))) {
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
