package io.ceiling.it.planted;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * A folder that passes for a JDK: its {@code java} is a script that goes through some lines of shell and then becomes the real
 * one, pid and all. Whoever starts it does not notice, so that a limit can be planted in a server or in a load agent without
 * any door for tests in the harness.
 */
final class WrappedJdk {

    private WrappedJdk() {}

    static Path create(Path folder, Path real, List<String> serverShell, List<String> agentShell) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Files.copy(real.resolve("release"), folder.resolve("release"));
        List<String> script = new ArrayList<>(List.of("#!/bin/sh", "case \"$*\" in"));
        script.add("*io.ceiling.load.*)");
        script.addAll(agentShell);
        script.add(";;");
        script.add("*io.ceiling.container.*)");
        script.addAll(serverShell);
        script.add(";;");
        script.add("esac");
        script.add("exec '%s' \"$@\"".formatted(real.resolve("bin").resolve("java")));
        Path java = Files.writeString(bin.resolve("java"), String.join("\n", script) + "\n", StandardCharsets.UTF_8);
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        return folder;
    }

    static String prepend(String option) {
        return "set -- %s \"$@\"".formatted(option);
    }

    /** Replaces every argument that begins like this, such as {@code -Xmx}. */
    static String replace(String beginning, String argument) {
        return "for given; do shift; case $given in %s*) given=%s ;; esac; set -- \"$@\" \"$given\"; done"
                .formatted(beginning, argument);
    }
}
