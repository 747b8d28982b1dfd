package io.ceiling.harness.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads the files of jars from which a page is composed. */
final class Asset {

    private Asset() {}

    /** Reads a file of the harness. */
    static String read(String name) {
        return read(Asset.class, name);
    }

    private static String read(Class<?> beside, String name) {
        try (InputStream in = beside.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("%s is not in the jar of %s".formatted(name, beside.getName()));
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String script(String name) {
        return script(Asset.class, name);
    }

    /**
     * Returns a script that can be embedded in a script element, because it contains nothing that would end the
     * element.
     *
     * @param beside class in whose package it is
     */
    static String script(Class<?> beside, String name) {
        String text = read(beside, name);
        if (text.contains("</script") || text.contains("<!--")) {
            throw new IllegalStateException(name + " must hold neither </script nor <!--");
        }
        return text;
    }
}
