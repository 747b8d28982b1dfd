package io.ceiling.harness.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.ceiling.harness.reading.HostReadings;
import io.ceiling.harness.reading.KernelMemory;
import io.ceiling.harness.reading.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SlabInfoTest {

    private static final String FIRST = "slabinfo - version: 2.1";

    private static String cache(String name, long pages, long slabs) {
        return "%-17s 5 60 128 32 %d : tunables 0 0 0 : slabdata %d %d 0".formatted(name, pages, slabs, slabs);
    }

    @Test
    void cachesAreSummedUpByWhatTheyBelongToWithoutSocketsOfConnectionsThatHaveEnded() {
        KernelMemory.Slabs slabs = SlabInfo.parse(
                List.of(
                        FIRST,
                        "# name            <active_objs> <num_objs> <objsize> <objperslab> <pagesperslab> : tunables",
                        cache("TCP", 8, 10),
                        cache("tw_sock_TCP", 1, 3),
                        cache("sock_inode_cache", 4, 5),
                        cache("filp", 2, 6),
                        cache("dentry", 1, 7),
                        cache("eventpoll_epi", 1, 8),
                        cache("skbuff_head_cache", 1, 9),
                        cache("task_struct", 8, 2),
                        cache("kmalloc-1k", 8, 11),
                        cache("kmalloc-cg-64", 1, 1),
                        cache("ext4_inode_cache", 8, 1_000),
                        cache("buffer_head", 1, 1_000)),
                4096);

        assertThat(slabs)
                .isEqualTo(HostReadings.slabs(100 * 4096L, 19 * 4096L, 8 * 4096L, 9 * 4096L, 16 * 4096L, 89 * 4096L));
        assertThat(slabs.total()).isEqualTo(Observation.of(241 * 4096L));
    }

    @Test
    void sizeOfAnObjectIsTheKernels() {
        assertThat(SlabInfo.caches(List.of(FIRST, cache("TCP", 8, 10)), 4096).of("TCP"))
                .isEqualTo(new SlabCaches.CacheUse(5, 8 * 10 * 4096L, 128));
    }

    @Test
    void aFileThatMayNotBeReadOrIsOfAnotherVersionIsNotSeen() {
        assertThat(SlabInfo.parse(List.of(), 4096)).isEqualTo(KernelMemory.Slabs.NOT_SEEN);
        assertThat(SlabInfo.parse(List.of("slabinfo - version: 1.1", cache("TCP", 1, 1)), 4096))
                .isEqualTo(KernelMemory.Slabs.NOT_SEEN);
        assertThat(SlabInfo.parse(List.of(FIRST), 4096)).isEqualTo(KernelMemory.Slabs.NOT_SEEN);
    }

    @Property(tries = 200)
    void theTotalIsThatOfTheCachesOfConnectionsInAnyOrder(
            @ForAll Map<String, @IntRange(max = 100_000) Integer> others,
            @ForAll @IntRange(max = 1_000_000) int tcp,
            @ForAll @IntRange(min = 1, max = 32) int pages) {
        List<String> lines = new ArrayList<>(List.of(FIRST));
        // A name that starts with a character of its own is none of those that are counted.
        others.forEach((name, slabs) -> lines.add(cache("~" + name.replaceAll("\\s", ""), pages, slabs)));
        lines.add(1, cache("TCPv6", pages, tcp));

        assertThat(SlabInfo.parse(lines, 4096).total()).isEqualTo(Observation.of(4096L * pages * tcp));
    }

    @Property(tries = 500)
    void noTextBreaksIt(@ForAll List<String> lines) {
        List<String> all = new ArrayList<>(List.of(FIRST));
        all.addAll(lines);

        assertThatCode(() -> SlabInfo.parse(all, 4096)).doesNotThrowAnyException();
    }
}
