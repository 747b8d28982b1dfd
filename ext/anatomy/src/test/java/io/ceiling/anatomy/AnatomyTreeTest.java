package io.ceiling.anatomy;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.html.Headline;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnatomyTreeTest {

    private static List<CsvRow> rows(Path folder) {
        try (AnatomyCsv csv = new AnatomyCsv(folder)) {
            csv.append(Fixtures.websocket(), Anatomies.WEBSOCKET);
            csv.append(Fixtures.websocket(), Anatomies.CONTROL);
            csv.append(Fixtures.websocket(), Anatomies.SMALL_BUFFERS);
        }
        return CsvTable.read(folder, AnatomyCsv.FILE).rows();
    }

    @Test
    void areasAreOwnersThenClassesThenFields(@TempDir Path folder) {
        AnatomyTree tree = AnatomyTree.of(rows(folder)).get(0);

        assertThat(tree.scenario()).isEqualTo(Fixtures.websocket().name());
        assertThat(tree.owners()).extracting(AnatomyTree.Node::owner).containsExactly("heap", "native", "kernel");
        AnatomyTree.Node heap = tree.owners().get(0);
        assertThat(heap.bytes()).isEqualTo(16_536);
        assertThat(heap.children()).extracting(AnatomyTree.Node::name).containsExactly("Socket", "several");
        assertThat(heap.children().get(0).children())
                .extracting(AnatomyTree.Node::name)
                .containsExactly("readBuffer: byte[]", "writeBuffer: byte[]");
        assertThat(tree.parts().get(0).setting()).isEqualTo("--buffer=1k");
        assertThat(tree.parts().get(0).saved()).isEqualTo(7_168);
    }

    @Test
    void otherRunsHaveNoAreas() {
        assertThat(AnatomyTree.of(List.of())).isEmpty();
    }

    @Test
    void headlineHasTheWholesAndTheLargestPart(@TempDir Path folder) {
        Headline headline = AnatomyHeadline.of(rows(folder));

        assertThat(headline.sentence()).isEqualTo("One more connection costs 16.2 ± 0.0 KiB of heap.");
        assertThat(headline.detail())
                .isEqualTo("The largest part: 8.0 ± 0.0 KiB of byte[], held by org.example.Socket.readBuffer.");
        assertThat(headline.figures()).hasSize(3);
    }
}
