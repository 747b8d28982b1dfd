package io.ceiling.harness.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads the files of the jar from which a page is composed. */
final class Asset {

    private Asset() {}

    static String read(String name) {
        try (InputStream in = Asset.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not in the jar of the harness");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns a script that can be embedded in a script element, because it contains nothing that would end the
     * element.
     */
    static String script(String name) {
        String text = read(name);
        if (text.contains("</script") || text.contains("<!--")) {
            throw new IllegalStateException(name + " must hold neither </script nor <!--");
        }
        return text;
    }
}
