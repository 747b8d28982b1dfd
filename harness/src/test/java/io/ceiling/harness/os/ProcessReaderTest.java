package io.ceiling.harness.os;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessReaderTest {

    private final Path proc;

    ProcessReaderTest(@TempDir Path proc) {
        this.proc = proc;
    }

    @Test
    void readsWhatTheKernelShowsOfAProcess() {
        new CannedFiles(proc)
                .with("sys/kernel/osrelease", "6.1.0-18-amd64")
                .with("812/fd/0", "")
                .with("812/fd/1", "")
                .with("812/fd/2", "")
                .with("812/status", "Name:\tjava", "VmRSS:\t  128000 kB", "Threads:\t57", "Cpus_allowed_list:\t0-3,8")
                .with(
                        "812/smaps_rollup",
                        "00400000-7ffc [rollup]",
                        "Rss:  128000 kB",
                        "Pss:   99000 kB",
                        "Pss_Anon: 5 kB")
                .with(
                        "812/stat",
                        "812 (a name) with ) R 1 812 812 0 -1 4194304 100 0 0 0 250 50 0 0 20 0 57 0 100 1 2 3")
                .with(
                        "812/limits",
                        "Limit                     Soft Limit           Hard Limit           Units     ",
                        "Max processes             unlimited            96000                processes ",
                        "Max open files            512                  20000                files     ");

        ProcessReader process = new ProcessReader(proc, 812);

        assertThat(process.openDescriptors()).isEqualTo(3);
        assertThat(process.maxDescriptors()).isEqualTo(Limit.of(512));
        assertThat(process.limit("Max open files", 1)).isEqualTo(Limit.of(20_000));
        assertThat(process.limit("Max processes", 0)).isEqualTo(Limit.UNLIMITED);
        assertThat(process.status()).isEqualTo(new ProcessReader.Status(57, 128_000L << 10));
        assertThat(process.pssBytes()).isEqualTo(99_000L << 10);
        assertThat(process.cpuNanos()).isEqualTo(3_000_000_000L);
        assertThat(process.allowedProcessors()).isEqualTo(5);
    }

    @Test
    void aProcessThatIsGoneIsUnseenEverywhere() {
        ProcessReader process = new ProcessReader(proc, 812);

        assertThat(process.openDescriptors()).isEqualTo(-1);
        assertThat(process.maxDescriptors()).isEqualTo(Limit.NOT_SEEN);
        assertThat(process.status()).isEqualTo(new ProcessReader.Status(-1, -1));
        assertThat(process.pssBytes()).isEqualTo(-1);
        assertThat(process.cpuNanos()).isEqualTo(-1);
        assertThat(process.allowedProcessors()).isEqualTo(-1);
    }

    @Test
    void garbageIsUnseenToo() {
        new CannedFiles(proc)
                .with("812/status", "VmRSS:", "Threads:\tmany")
                .with("812/stat", "812 java")
                .with("812/limits", "Max open files");

        ProcessReader process = new ProcessReader(proc, 812);

        assertThat(process.status()).isEqualTo(new ProcessReader.Status(-1, -1));
        assertThat(process.cpuNanos()).isEqualTo(-1);
        assertThat(process.maxDescriptors()).isEqualTo(Limit.NOT_SEEN);
    }

    @Test
    void processorsOfTwoProcessesCountOnce() {
        new CannedFiles(proc)
                .with("812/status", "Cpus_allowed_list:\t0-3")
                .with("813/status", "Cpus_allowed_list:\t2,6-7");
        ProcessReader process = new ProcessReader(proc, 812);

        assertThat(process.allowedProcessorsWith(new ProcessReader(proc, 813))).isEqualTo(6);
        assertThat(process.allowedProcessorsWith(new ProcessReader(proc, 814))).isEqualTo(4);
        assertThat(new ProcessReader(proc, 814).allowedProcessorsWith(process)).isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource({"5, true", "0, false", "-5, false"})
    void aProcessOfLowerPriorityIsNice(int niceness, boolean lower) {
        new CannedFiles(proc)
                .with("812/stat", "812 (a) b) S 1 812 812 0 -1 4194560 1 0 0 0 7 8 0 0 20 %d 1".formatted(niceness));

        assertThat(new ProcessReader(proc, 812).isOfLowerPriority()).isEqualTo(lower);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0|1", "0-1|2", "0-3,8|5", "2,4,6-7|4", "x|-1", "3-1|-1", "0-2,1-3|4", "0-99999999|-1"})
    void countsListsOfProcessors(String list, int count) {
        assertThat(ProcessReader.countOfList(list)).isEqualTo(count);
    }
}
