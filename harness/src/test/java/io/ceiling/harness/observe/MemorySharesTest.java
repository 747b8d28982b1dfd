package io.ceiling.harness.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.os.CannedFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemorySharesTest {

    private static final long MEBIBYTE = 1L << 20;

    private static final long SELF = 10;
    private static final List<Long> CHILDREN = List.of(11L, 12L, 13L);

    @TempDir
    private Path proc;

    @BeforeEach
    void plantAHost() {
        new CannedFiles(proc)
                .with(
                        "meminfo",
                        kilobytes("MemTotal", 10_000),
                        kilobytes("MemAvailable", 1_000),
                        kilobytes("AnonPages", 5_900),
                        kilobytes("Shmem", 100),
                        kilobytes("SUnreclaim", 1_900),
                        kilobytes("Percpu", 100),
                        kilobytes("PageTables", 60),
                        kilobytes("KernelStack", 40))
                .with("10/smaps_rollup", kilobytes("Pss_Anon", 200), kilobytes("Pss_Shmem", 0))
                .with("11/smaps_rollup", kilobytes("Pss_Anon", 2_900), kilobytes("Pss_Shmem", 100))
                .with("11/cmdline", "java\0-Xmx1g\0io.ceiling.container.tomcat.TomcatMain")
                .with("12/smaps_rollup", kilobytes("Pss_Anon", 1_000))
                .with("12/cmdline", "java\0-Xmx1g\0io.ceiling.container.tomcat.TomcatMain")
                .with("13/smaps_rollup", kilobytes("Pss_Anon", 1_500))
                .with("13/cmdline", "java\0-Xmx1g\0io.ceiling.load.AgentMain");
    }

    @Test
    void everyByteOfTheHostIsInOneShare() {
        String sentence = new MemoryShares(proc)
                .sentence(1_000 * MEBIBYTE, SELF, CHILDREN)
                .orElseThrow();

        assertThat(sentence)
                .isEqualTo(
                        "of its 10000 MiB 2 server processes have 4000, 1 load agents 1500, ceiling 200, other processes 300,"
                                + " objects of the kernel, sockets among them, 2000, page tables 60, the kernel's stacks of threads 40,"
                                + " and 900 belong to none of these, such as pages of socket buffers");
        assertThat(4000 + 1500 + 200 + 300 + 2000 + 60 + 40 + 900 + 1000).isEqualTo(10_000);
    }

    @Test
    void aFullGroupOfProcessesHasNoSumOfTheHost() {
        assertThat(new MemoryShares(proc).sentence(100 * MEBIBYTE, SELF, CHILDREN))
                .isEmpty();
    }

    @Test
    void aHostWithoutItsFilesHasNoSum() {
        assertThat(new MemoryShares(proc.resolve("none")).sentence(0, SELF, CHILDREN))
                .isEmpty();
    }

    @Test
    void theSharesOfThisHostAreNotMoreThanItHas() {
        long available = new HostProbe().memoryAvailableBytes().orElse(0);

        new MemoryShares().sentence(available).ifPresent(sentence -> {
            Matcher total = Pattern.compile("of its (\\d+) MiB").matcher(sentence);
            Matcher own = Pattern.compile("ceiling (\\d+)").matcher(sentence);
            assertThat(total.find() && own.find()).isTrue();
            assertThat(Long.parseLong(own.group(1))).isPositive().isLessThan(Long.parseLong(total.group(1)));
        });
    }

    private static String kilobytes(String name, long mebibytes) {
        return "%s: %d kB".formatted(name, mebibytes << 10);
    }
}
