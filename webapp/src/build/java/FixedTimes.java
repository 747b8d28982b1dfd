import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Gives all files of WARs one time and no mode, so that two builds are the same byte for byte.
 *
 * <p>The transformer writes the time of the build into each file of a jar that it changes, and has no setting for it: the
 * jars in its WAR are rewritten, too. Files of the other WARs have the modes that the umask of the build's user left; their
 * jars stay as they were published. Run by the build: {@code java FixedTimes.java TIME TRANSFORMED_WAR WAR...}.
 */
final class FixedTimes {

    private FixedTimes() {}

    public static void main(String[] arguments) throws IOException {
        // Archives have local times: those of the zone of the build would differ between two builds.
        LocalDateTime time = LocalDateTime.ofInstant(Instant.parse(arguments[0]), ZoneOffset.UTC);
        for (int i = 1; i < arguments.length; i++) {
            rewrite(Path.of(arguments[i]), time, i == 1);
        }
    }

    private static void rewrite(Path war, LocalDateTime time, boolean jarsToo) throws IOException {
        Path rewritten = war.resolveSibling(war.getFileName() + ".new");
        try (InputStream in = Files.newInputStream(war);
                OutputStream out = Files.newOutputStream(rewritten)) {
            rewrite(in, out, time, jarsToo);
        }
        Files.move(rewritten, war, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void rewrite(InputStream in, OutputStream out, LocalDateTime time, boolean jarsToo)
            throws IOException {
        // Neither is closed: the entry of an outer archive goes on.
        ZipInputStream from = new ZipInputStream(in);
        ZipOutputStream to = new ZipOutputStream(out);
        for (ZipEntry entry = from.getNextEntry(); entry != null; entry = from.getNextEntry()) {
            ZipEntry copy = new ZipEntry(entry.getName());
            copy.setTimeLocal(time);
            to.putNextEntry(copy);
            if (jarsToo && entry.getName().endsWith(".jar")) {
                ByteArrayOutputStream jar = new ByteArrayOutputStream();
                rewrite(from, jar, time, true);
                jar.writeTo(to);
            } else {
                from.transferTo(to);
            }
            to.closeEntry();
        }
        to.finish();
    }
}
