package io.ceiling.anatomy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnatomyTableTest {

    private static final Path FOLDER = Path.of("results", "run");

    @Test
    void partsOfOneSizeAndOneClassAreOneLineWithAllTheirFields() {
        List<String> lines =
                AnatomyTable.lines(Anatomies.WEBSOCKET, List.of(Anatomies.SMALL_BUFFERS), List.of(), FOLDER);

        assertThat(lines)
                .anySatisfy(
                        line -> assertThat(line.replaceAll(" +", " "))
                                .contains(
                                        "16.0 KiB 2 x 8 208 B byte[] Socket.readBuffer, Socket.writeBuffer (HeapByteBuffer.hb) --buffer=1k: 14.0 KiB"));
    }

    @Test
    void wholesComeWithTheirRemainders() {
        List<String> lines = AnatomyTable.lines(Anatomies.WEBSOCKET, List.of(), List.of(), FOLDER);

        assertThat(lines).anySatisfy(line -> assertThat(line.replaceAll(" +", " "))
                .startsWith("RSS without free heap 17.6 ± 0.4 KiB - 17.0 ± 0.1 KiB"));
        assertThat(lines).contains("results: " + FOLDER);
        assertThat(lines).anySatisfy(line -> assertThat(line.strip()).endsWith("5.0 ± 0.0 KiB  4.9 ± 0.0 KiB"));
    }

    @Test
    void objectsOfTheKernelHaveTheSizeThatItTells() {
        List<String> lines = AnatomyTable.lines(Anatomies.WEBSOCKET, List.of(), List.of(), FOLDER);

        assertThat(lines).anySatisfy(line -> assertThat(line).contains("2 x 2 432 B  TCP"));
    }

    @Test
    void settingsAreToldWithWhatTheySave() {
        List<String> lines = AnatomyTable.lines(
                Anatomies.WEBSOCKET,
                List.of(
                        Anatomies.CONTROL,
                        Anatomies.SMALL_BUFFERS,
                        SettingEffect.notMeasured("--stack=256k", "server not ready within 60 s")),
                List.of("slab caches: not seen"),
                FOLDER);

        assertThat(lines)
                .contains(
                        "the same settings again differ by 60 ± 5 B of heap; (± 500 B) of RSS without free heap; (± 30 B) of kernel, both ends",
                        "--buffer=1k saves 14.0 ± 0.0 KiB of heap; 13.7 ± 0.5 KiB of RSS without free heap",
                        "--stack=256k: not measured: server not ready within 60 s",
                        "slab caches: not seen");
    }

    @Test
    void aSettingThatNeedsMoreIsNotSaidToSaveLess() {
        SettingEffect virtual = new SettingEffect(
                "--thread-kind=virtual",
                "",
                Map.of(),
                Map.of(
                        Total.Kind.HEAP, new Amount(-2_600, 200),
                        Total.Kind.RSS, new Amount(104_800, 4_200),
                        Total.Kind.KERNEL, new Amount(-36_400, 10_200)));

        List<String> lines = AnatomyTable.lines(Anatomies.WEBSOCKET, List.of(virtual), List.of(), FOLDER);

        assertThat(lines)
                .contains(
                        "--thread-kind=virtual saves 102.3 ± 4.1 KiB of RSS without free heap, and needs more: 2.5 ± 0.2 KiB of heap");
    }
}
