import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes the file SHA256SUMS of a folder, which {@code sha256sum -c} reads, in the order of the names.
 *
 * <p>Run by the build: {@code java Checksums.java FOLDER [FILE...]}; without files it has all that are below the folder. A file that is not there
 * is left out: a build without network makes no list of what the archive consists of.
 */
final class Checksums {

    private static final String SUMS = "SHA256SUMS";

    private Checksums() {}

    public static void main(String[] arguments) throws IOException, NoSuchAlgorithmException {
        Path folder = Path.of(arguments[0]);
        List<String> names = arguments.length > 1
                ? Arrays.stream(arguments)
                        .skip(1)
                        .filter(name -> Files.exists(folder.resolve(name)))
                        .sorted()
                        .toList()
                : all(folder);
        StringBuilder sums = new StringBuilder();
        for (String name : names) {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(folder.resolve(name)));
            sums.append(HexFormat.of().formatHex(digest))
                    .append("  ")
                    .append(name)
                    .append('\n');
        }
        Files.writeString(folder.resolve(SUMS), sums);
    }

    private static List<String> all(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .filter(name -> !name.equals(SUMS))
                    .sorted()
                    .toList();
        }
    }
}
