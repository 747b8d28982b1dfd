package io.ceiling.harness.container;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Go; its memory limit is soft, so no connection fails at it. */
final class Go extends NativeReference {

    private static final Path SERVER = Path.of("server");

    @Override
    public String name() {
        return "go";
    }

    @Override
    public String title() {
        return "Go";
    }

    @Override
    public Optional<String> interpreter() {
        return Optional.empty();
    }

    @Override
    public Path builtFile() {
        return SERVER;
    }

    @Override
    public String buildTool() {
        return "go";
    }

    @Override
    public List<String> command(Path folder, Path java, long heapMaxBytes) {
        return List.of(
                "env", "GOMEMLIMIT=" + heapMaxBytes, folder.resolve(SERVER).toString());
    }

    @Override
    public String heapSetting() {
        return "GOMEMLIMIT";
    }

    @Override
    public int defaultMaxThreads() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** Go always requests the kernel's limit. */
    @Override
    boolean hasAcceptCount() {
        return false;
    }
}
