package io.ceiling.reference.nginx;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The installed nginx and its module nchan.
 *
 * @param file program file
 * @param version version that it reports, such as {@code 1.22.1}
 * @param module file of the module
 */
record NginxProgram(Path file, String version, Path module) {

    private static final String NAME = "nginx";
    private static final String MODULE = "ngx_nchan_module.so";
    // Folders that are not in the path of every user.
    private static final List<String> SYSTEM_FOLDERS = List.of("/usr/sbin", "/usr/local/sbin");

    private static final Pattern VERSION = Pattern.compile("nginx version: \\S*/([0-9.]+)");
    private static final Pattern MODULES = Pattern.compile("--modules-path=(\\S+)");

    /**
     * Returns the program in the path.
     *
     * @throws IllegalStateException with one line that tells what is missing
     */
    static NginxProgram find() throws IOException, InterruptedException {
        Path file = Stream.concat(
                        Arrays.stream(
                                Objects.toString(System.getenv("PATH"), "").split(File.pathSeparator)),
                        SYSTEM_FOLDERS.stream())
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, NAME))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("nginx is not on the PATH. Hint: install it"));
        String buildInfo = output(List.of(file.toString(), "-V"));
        Path folder = Path.of(found(MODULES, buildInfo));
        Path module = folder.resolve(MODULE);
        if (!Files.isReadable(module)) {
            throw new IllegalStateException("%s has no module %s in %s. Hint: install it (Debian: libnginx-mod-nchan)"
                    .formatted(file, MODULE, folder));
        }
        return new NginxProgram(file, found(VERSION, buildInfo), module);
    }

    private static String found(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }

    // Returns what a command prints; blocks until it ends.
    private static String output(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int ignored = process.waitFor();
        return text;
    }
}
