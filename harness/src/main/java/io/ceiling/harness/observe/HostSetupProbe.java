package io.ceiling.harness.observe;

import io.ceiling.container.Limit;
import io.ceiling.harness.os.CgroupReader;
import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.os.ProcessReader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads how this host is set up, as far as it changes figures: pages, frequency, memory nodes, swap, quotas and clock.
 *
 * <p>What cannot be read is {@value #NOT_SEEN}, never a default.
 */
record HostSetupProbe(Path proc, Path sys, CgroupReader cgroup, OtherRuns others) {

    static final String NOT_SEEN = "not seen";

    private static final Pattern CHOSEN = Pattern.compile("\\[([\\w+-]+)]");

    /** Returns the settings, name to value, in the order in which they are shown. */
    Map<String, String> read() {
        List<String> memory = ProcFiles.lines(proc.resolve("meminfo"));
        long swap = ProcFiles.value(memory, "SwapTotal");
        long free = ProcFiles.value(memory, "SwapFree");
        Path pages = sys.resolve("kernel/mm/transparent_hugepage");
        Map<String, String> setup = new LinkedHashMap<>();
        setup.put("virtualisation", virtualisation());
        setup.put(
                "clocksource",
                seen(ProcFiles.firstLine(sys.resolve("devices/system/clocksource/clocksource0/current_clocksource"))));
        setup.put("cpu_governor", governors());
        setup.put(
                "numa_nodes",
                seen(ProcessReader.countOfList(ProcFiles.firstLine(sys.resolve("devices/system/node/online")))));
        setup.put("transparent_hugepage", chosen(pages.resolve("enabled")));
        setup.put("transparent_hugepage_defrag", chosen(pages.resolve("defrag")));
        setup.put("swap_total_bytes", seen(swap));
        setup.put("swap_used_bytes", swap < 0 || free < 0 ? NOT_SEEN : seen(Math.max(0, swap - free)));
        setup.put("swappiness", seen(ProcFiles.number(proc.resolve("sys/vm/swappiness"))));
        setup.put("cgroup_processors", processors());
        setup.put("cgroup_memory_max_bytes", text(cgroup.memoryLimitBytes()));
        setup.put("other_measurements", otherMeasurements());
        return setup;
    }

    private String otherMeasurements() {
        if (!Files.isDirectory(proc)) {
            return NOT_SEEN;
        }
        String runs = others.now().stream().map(OtherRuns.OtherRun::text).collect(Collectors.joining("; "));
        return runs.isEmpty() ? "none" : runs;
    }

    private static String seen(String text) {
        return text.isEmpty() ? NOT_SEEN : text;
    }

    private static String seen(long number) {
        return number < 0 ? NOT_SEEN : Long.toString(number);
    }

    private static String text(Limit limit) {
        return limit.isNumber() ? Long.toString(limit.orElse(0)) : limit.isSeen() ? "unlimited" : NOT_SEEN;
    }

    private static String chosen(Path file) {
        Matcher matcher = CHOSEN.matcher(ProcFiles.firstLine(file));
        return matcher.find() ? matcher.group(1) : NOT_SEEN;
    }

    // Returns the governors of all processors, each once.
    private String governors() {
        TreeSet<String> governors = new TreeSet<>();
        try (DirectoryStream<Path> processors =
                Files.newDirectoryStream(sys.resolve("devices/system/cpu"), "cpu[0-9]*")) {
            for (Path processor : processors) {
                String governor = ProcFiles.firstLine(processor.resolve("cpufreq/scaling_governor"));
                if (!governor.isEmpty()) {
                    governors.add(governor);
                }
            }
        } catch (IOException | RuntimeException e) {
            return NOT_SEEN;
        }
        return seen(String.join(", ", governors));
    }

    private String processors() {
        Limit millicores = cgroup.cpuQuota().millicores();
        return millicores.isNumber()
                ? String.format(Locale.ROOT, "%.2f", millicores.orElse(0) / 1000.0)
                : text(millicores);
    }

    // Only x86 lists flags; without them and without a named hypervisor nothing is known.
    private String virtualisation() {
        String type = ProcFiles.firstLine(sys.resolve("hypervisor/type"));
        if (!type.isEmpty()) {
            return "yes (%s)".formatted(type);
        }
        for (String line : ProcFiles.lines(proc.resolve("cpuinfo"))) {
            int colon = line.indexOf(':');
            if (colon > 0 && line.substring(0, colon).strip().equals("flags")) {
                List<String> flags = List.of(ProcFiles.words(line.substring(colon + 1)));
                return flags.contains("hypervisor") ? "yes" : "no";
            }
        }
        return NOT_SEEN;
    }
}
