package io.ceiling.harness.observe;

import io.ceiling.harness.os.ProcFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Reads the packages of an application from the class files that are its own: in BOOT-INF/classes or WEB-INF/classes
 * of the archives that its JVM has open, in those folders next to libraries that it has open or below a folder of
 * applications, in the folders of its class path, and in the jar that it was started with if its libraries are beside
 * that. So Spring's PetClinic counts as an application although its packages begin like Spring's.
 */
final class ApplicationPackages {

    private static final List<String> OWN_CLASSES = List.of("BOOT-INF/classes/", "WEB-INF/classes/");
    private static final String CLASS = ".class";
    private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");

    private static final int MAX_PLACES = 50;
    private static final int MAX_CLASSES = 20_000;
    private static final int MAX_DEPTH = 20;

    private ApplicationPackages() {}

    /** Returns the packages of the application of a JVM; none if its files cannot be read. */
    static Set<String> of(Path proc, long pid) {
        Path process = proc.resolve(Long.toString(pid));
        Function<String, Path> inside = file -> Path.of(process.resolve("root") + file);
        List<String> open = ProcFiles.numberedEntries(process.resolve("fd")).orElse(List.of()).stream()
                .map(ProcFiles::link)
                .filter(file -> file.matches("/.*\\.[jw]ar"))
                .distinct()
                .toList();
        Set<String> packages = new HashSet<>();
        open.stream()
                .limit(10L * MAX_PLACES)
                .map(inside)
                .filter(Files::isRegularFile)
                .forEach(archive -> packages.addAll(ofArchive(archive)));
        Stream<Path> exploded = open.stream()
                .filter(file -> file.contains("-INF/lib/"))
                .map(file -> file.replaceFirst("(?<=-INF/)lib/.*", "classes"))
                .distinct()
                .map(inside);
        List<String> arguments = ProcFiles.commandLine(process);
        String working = ProcFiles.link(process.resolve("cwd"));
        Stream<Path> ofClassPath = Stream.iterate(1, i -> i < arguments.size(), i -> i + 1)
                .filter(i -> CLASS_PATH.contains(arguments.get(i - 1)))
                .flatMap(i -> Stream.of(arguments.get(i).split(":")))
                .map(entry ->
                        inside.apply(Path.of(working).resolve(entry).normalize().toString()));
        int jar = arguments.indexOf("-jar") + 1;
        if (jar > 0 && jar < arguments.size()) {
            packages.addAll(ofUnpacked(inside.apply(
                    Path.of(working).resolve(arguments.get(jar)).normalize().toString())));
        }
        Stream<Path> deployed = Stream.concat(
                        Stream.of(working),
                        arguments.stream()
                                .filter(argument -> argument.matches("-D[^=]+=/.*"))
                                .map(argument -> argument.substring(argument.indexOf('=') + 1)))
                .distinct()
                .map(base -> inside.apply(base + "/webapps"))
                .flatMap(folder -> list(folder).map(application -> application.resolve("WEB-INF/classes")));
        Stream.of(exploded, ofClassPath, deployed)
                .flatMap(places -> places)
                .filter(Files::isDirectory)
                .limit(MAX_PLACES)
                .forEach(folder -> packages.addAll(ofFolder(folder)));
        return packages;
    }

    static Set<String> ofArchive(Path archive) {
        try (ZipFile entries = new ZipFile(archive.toFile())) {
            return packages(entries.stream().map(ZipEntry::getName).flatMap(name -> OWN_CLASSES.stream()
                    .filter(name::startsWith)
                    .map(begin -> name.substring(begin.length()))));
        } catch (IOException | RuntimeException e) {
            // Not an archive, or one of another user: only the list of libraries is used then.
            return Set.of();
        }
    }

    /** Returns the packages of a jar whose manifest names its libraries; none of one that may contain them. */
    static Set<String> ofUnpacked(Path archive) {
        try (JarFile jar = new JarFile(archive.toFile())) {
            Manifest manifest = jar.getManifest();
            return manifest == null || manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH) == null
                    ? Set.of()
                    : packages(jar.stream().map(ZipEntry::getName));
        } catch (IOException | RuntimeException e) {
            return Set.of();
        }
    }

    private static Set<String> ofFolder(Path folder) {
        try (Stream<Path> files = Files.walk(folder, MAX_DEPTH)) {
            return packages(files.map(file -> folder.relativize(file).toString()));
        } catch (IOException | RuntimeException e) {
            return Set.of();
        }
    }

    private static Stream<Path> list(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.limit(MAX_PLACES).toList().stream();
        } catch (IOException | RuntimeException e) {
            return Stream.of();
        }
    }

    // Returns the packages of those files that are classes. Classes without a package are left out.
    private static Set<String> packages(Stream<String> files) {
        return files.limit(MAX_CLASSES)
                .filter(file -> file.endsWith(CLASS) && file.contains("/"))
                .map(file -> file.substring(0, file.lastIndexOf('/')).replace('/', '.'))
                .collect(Collectors.toSet());
    }
}
