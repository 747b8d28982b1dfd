package io.ceiling.container;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A WAR that tells, holds and exhausts; compiled against the API that the container itself brings. */
final class ProbeWar {

    static final String TEXT = "A file of the web application.\n";

    private static final List<String> CLASSES = List.of("ProbeServlet", "ProbeEndpoint");

    private ProbeWar() {}

    /**
     * Makes it.
     *
     * @param namespace {@code jakarta} or {@code javax}
     * @param app folder with the container's jars
     */
    static Path make(Path folder, String namespace, Path app) throws IOException {
        Path sources = Files.createDirectory(folder.resolve("sources"));
        Path classes = Files.createDirectory(folder.resolve("classes"));
        for (String name : CLASSES) {
            Files.writeString(sources.resolve(name + ".java"), source(name).replace("NAMESPACE", namespace));
        }
        compile(sources, classes, app);
        Path war = folder.resolve("probe.war");
        try (OutputStream file = Files.newOutputStream(war);
                ZipOutputStream zip = new ZipOutputStream(file, StandardCharsets.UTF_8)) {
            add(zip, "hello.txt", TEXT.getBytes(StandardCharsets.UTF_8));
            for (String name : CLASSES) {
                add(zip, "WEB-INF/classes/" + name + ".class", Files.readAllBytes(classes.resolve(name + ".class")));
            }
        }
        return war;
    }

    private static String source(String name) throws IOException {
        try (InputStream source = ProbeWar.class.getResourceAsStream(name + ".java.txt")) {
            if (source == null) {
                throw new IOException(name + ".java.txt is not on the class path");
            }
            return new String(source.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void compile(Path sources, Path classes, Path app) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
                Stream<Path> jars = Files.list(app)) {
            String classPath = String.join(
                    System.getProperty("path.separator"),
                    jars.map(Path::toString).toList());
            boolean compiled = compiler.getTask(
                            null,
                            files,
                            null,
                            List.of("--release", "17", "-proc:none", "-cp", classPath, "-d", classes.toString()),
                            null,
                            files.getJavaFileObjects(CLASSES.stream()
                                    .map(name -> sources.resolve(name + ".java"))
                                    .toArray(Path[]::new)))
                    .call();
            if (!compiled) {
                throw new IOException("the probe does not compile against " + app);
            }
        }
    }

    private static void add(ZipOutputStream zip, String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }
}
