package io.ceiling.harness.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryGroupTest {

    private final Path root;

    MemoryGroupTest(@TempDir Path root) {
        this.root = root;
    }

    private Path file(String name, String... lines) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, List.of(lines));
    }

    @Test
    void versionOneTakesAGroupBelowItsOwn() throws IOException {
        file("memory/job/cgroup.procs");

        assertThat(MemoryGroup.parent(root, List.of("5:pids:/a", "4:cpu,memory:/job", "0::/")))
                .isEqualTo(new MemoryGroup.Parent(root.resolve("memory/job"), true));
    }

    @Test
    void insideAContainerTheMountIsItsOwnGroup() throws IOException {
        file("memory/cgroup.procs");

        assertThat(MemoryGroup.parent(root, List.of("4:memory:/docker/0123")))
                .isEqualTo(new MemoryGroup.Parent(root.resolve("memory"), true));
    }

    @Test
    void versionTwoTakesTheNearestGroupThatCountsMemory() throws IOException {
        file("system.slice/run.scope/cgroup.subtree_control", "");
        file("system.slice/cgroup.subtree_control", "cpu memory pids");
        file("cgroup.subtree_control", "cpu memory pids");

        assertThat(MemoryGroup.parent(root, List.of("0::/system.slice/run.scope")))
                .isEqualTo(new MemoryGroup.Parent(root.resolve("system.slice"), false));
    }

    @Test
    void withoutTheControllerThereIsNoGroup() throws IOException {
        file("cgroup.subtree_control", "cpu pids");

        assertThatThrownBy(() -> MemoryGroup.create(root, List.of("0::/"), OptionalLong.empty()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no cgroup above this process counts memory")
                .hasMessageContaining("Hint: write +memory to cgroup.subtree_control")
                .hasMessageNotContaining("\n");
    }

    @Test
    void folderThatCannotBeMadeIsOneLine() {
        assertThatThrownBy(() ->
                        MemoryGroup.create(root.resolve("none"), List.of("4:memory:/job"), OptionalLong.of(1L << 30)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no memory cgroup can be made in")
                .hasMessageNotContaining("\n");
    }

    @Test
    void limitIsWithoutSwapInBothVersions() throws IOException {
        file("one/memory.memsw.limit_in_bytes", "9223372036854771712");
        file("two/memory.swap.max", "max");

        new MemoryGroup(root.resolve("one"), true).limit(1L << 29);
        new MemoryGroup(root.resolve("two"), false).limit(1L << 29);

        assertThat(root.resolve("one/memory.limit_in_bytes")).hasContent("536870912");
        assertThat(root.resolve("one/memory.memsw.limit_in_bytes")).hasContent("536870912");
        assertThat(root.resolve("two/memory.max")).hasContent("536870912");
        assertThat(root.resolve("two/memory.swap.max")).hasContent("0");
    }

    @Test
    void memoryOfTheKernelHasTheBuffersOfSocketsInEveryVersion() throws IOException {
        file("one/memory.kmem.usage_in_bytes", "4096");
        file("one/memory.kmem.tcp.usage_in_bytes", "12288");
        file("two/memory.stat", "anon 7", "kernel 8192", "slab 5", "sock 4096");
        file("older/memory.stat", "anon 7", "kernel_stack 100", "slab 50", "sock 3", "file_mapped 9");

        assertThat(new MemoryGroup(root.resolve("one"), true).kernelBytes()).hasValue(16_384);
        assertThat(new MemoryGroup(root.resolve("two"), false).kernelBytes()).hasValue(12_288);
        assertThat(new MemoryGroup(root.resolve("older"), false).kernelBytes()).hasValue(153);
        assertThat(new MemoryGroup(root.resolve("none"), false).kernelBytes()).isEmpty();
    }

    @Test
    void versionOneIsToldToCountTheBuffersOfTcp() throws IOException {
        file("memory/memory.limit_in_bytes");
        Path created = root.resolve("memory").resolve("made");
        Files.createDirectories(created);
        file("memory/made/memory.kmem.tcp.limit_in_bytes", "none yet");

        new MemoryGroup(created, true).countTcp();

        assertThat(created.resolve("memory.kmem.tcp.limit_in_bytes")).hasContent("9223372036854771712");
    }

    @Test
    void buffersOfTcpAreNotLimitedInVersionOne() throws IOException {
        file("one/memory.stat", "total_mapped_file 0");
        file("one/memory.kmem.tcp.usage_in_bytes", "12288");
        file("two/memory.stat", "file_mapped 0", "sock 12288");

        assertThat(new MemoryGroup(root.resolve("one"), true).unchargedBytes()).isEqualTo(12_288);
        assertThat(new MemoryGroup(root.resolve("two"), false).unchargedBytes()).isZero();
        assertThat(new MemoryGroup(root.resolve("one"), true).kernelWords()).contains("does not limit them");
    }

    @Test
    void peakIsThatOfTheKernel() throws IOException {
        file("one/memory.max_usage_in_bytes", "12288");
        file("two/memory.peak", "16384");

        assertThat(new MemoryGroup(root.resolve("one"), true).peakBytes()).hasValue(12_288);
        assertThat(new MemoryGroup(root.resolve("two"), false).peakBytes()).hasValue(16_384);
        assertThat(new MemoryGroup(root.resolve("none"), false).peakBytes()).isEmpty();
    }

    @Test
    void pagesThatNobodyHasMappedAreNoneOfOthers() throws IOException {
        file("two/memory.stat", "file_mapped 9");
        file("two/cgroup.procs");

        assertThat(new MemoryGroup(root.resolve("two"), false).unchargedBytes()).isZero();
    }
}
