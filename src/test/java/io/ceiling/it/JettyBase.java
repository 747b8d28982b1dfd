package io.ceiling.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** JETTY_BASE of a stock Jetty: the modules that the WAR needs, and its settings as system properties. */
final class JettyBase {

    private JettyBase() {}

    static StockBase make(StockKind kind, Path javaHome, StockSetup setup) throws Exception {
        Path base = StockBase.empty(kind, javaHome, setup);
        String java = javaHome.resolve("bin/java").toString();
        String start = kind.home().resolve("start.jar").toString();
        List<String> modules = new ArrayList<>(kind.modules());
        modules.addAll(setup.modules());
        addModules(base, List.of(java, "-jar", start, "--add-modules=" + String.join(",", modules)));
        Files.copy(kind.war(), Files.createDirectories(base.resolve("webapps")).resolve("ceiling.war"));
        Path gauges = StockBase.gaugesIn(base);

        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(List.of(StockBase.OPTIONS.split(" ", -1)));
        command.add("-Dceiling.gauges=" + gauges);
        setup.settings().forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.addAll(setup.jvmOptions());
        command.addAll(List.of("-jar", start, "jetty.http.port=0"));
        setup.maxThreads().ifPresent(threads -> command.add("jetty.threadPool.maxThreads=" + threads));
        setup.idleMillis().ifPresent(millis -> command.add("jetty.http.idleTimeout=" + millis));
        return new StockBase(base, command, Map.of("JETTY_BASE", base.toString()), gauges);
    }

    private static void addModules(Path base, List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(base.toFile()).redirectErrorStream(true);
        builder.environment().put("JETTY_BASE", base.toString());
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("modules were not added: " + said);
        }
    }
}
