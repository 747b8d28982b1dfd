package io.ceiling.container.undertow;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Loads a web application's classes before the container's; those of the JDK and of the two APIs come from outside. */
final class WebClassLoader extends URLClassLoader {

    static {
        registerAsParallelCapable();
    }

    private final Path classes;
    private final List<Path> libraries;

    private WebClassLoader(Path classes, List<Path> libraries) {
        super(
                "web application",
                Stream.concat(Stream.of(classes), libraries.stream())
                        .map(WebClassLoader::url)
                        .toArray(URL[]::new),
                WebClassLoader.class.getClassLoader());
        this.classes = classes;
        this.libraries = libraries;
    }

    /** Returns the loader of the application that is unpacked in that folder. */
    static WebClassLoader of(Path folder) throws IOException {
        Path classes = folder.resolve("WEB-INF").resolve("classes");
        Path libraries = folder.resolve("WEB-INF").resolve("lib");
        List<Path> jars = new ArrayList<>();
        if (Files.isDirectory(libraries)) {
            try (Stream<Path> files = Files.list(libraries)) {
                files.filter(file -> file.toString().endsWith(".jar")).sorted().forEach(jars::add);
            }
        }
        return new WebClassLoader(Files.createDirectories(classes), jars);
    }

    /** Returns the folder {@code WEB-INF/classes}. */
    Path classes() {
        return classes;
    }

    /** Returns the jars of {@code WEB-INF/lib}. */
    List<Path> libraries() {
        return libraries;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null && !isShared(name)) {
                try {
                    loaded = findClass(name);
                } catch (ClassNotFoundException e) {
                    // The parent loader loads the container's classes.
                }
            }
            return loaded == null ? super.loadClass(name, resolve) : loaded;
        }
    }

    private static boolean isShared(String name) {
        return name.startsWith("java.") || name.startsWith("jakarta.servlet.") || name.startsWith("jakarta.websocket.");
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new UncheckedIOException(e);
        }
    }
}
