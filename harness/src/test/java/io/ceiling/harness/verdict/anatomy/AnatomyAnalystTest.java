package io.ceiling.harness.verdict.anatomy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ceiling.harness.model.anatomy.Amount;
import io.ceiling.harness.model.anatomy.Anatomy;
import io.ceiling.harness.model.anatomy.MemoryLook;
import io.ceiling.harness.model.anatomy.Owner;
import io.ceiling.harness.model.anatomy.Part;
import io.ceiling.harness.model.anatomy.Total;
import io.ceiling.harness.model.anatomy.Tried;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class AnatomyAnalystTest {

    private static final Offset<Double> LITTLE = within(0.01);
    private static final Part.Key BUFFER =
            new Part.Key(Owner.HEAP, "byte[]", Looks.BUFFER.holder(), Looks.BUFFER.via());

    private static Part part(Anatomy anatomy, Owner owner, String name) {
        return anatomy.parts().stream()
                .filter(part -> part.owner() == owner && part.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void eachFieldHasWhatItHoldsMoreOfInTheSecondDump() {
        Anatomy anatomy = AnatomyAnalyst.of(Looks.of(8208), Looks.of(8208));

        Part buffer = Objects.requireNonNull(anatomy.byKey().get(BUFFER));

        assertThat(buffer.count()).isCloseTo(1, LITTLE);
        assertThat(buffer.amount().bytes()).isCloseTo(8208, LITTLE);
        assertThat(part(anatomy, Owner.HEAP, "org.example.Session").holder()).isEqualTo("org.example.Server.sessions");
        assertThat(anatomy.parts()).noneMatch(part -> part.holder().equals("java.lang.Cache.table"));
    }

    @Test
    void partsAddUpToTheHeapTheResidentSetAndTheKernel() {
        Anatomy anatomy = AnatomyAnalyst.of(Looks.of(8208), Looks.of(8208));

        Total heap = Total.of(Total.Kind.HEAP, anatomy.totals());
        Total rss = Total.of(Total.Kind.RSS, anatomy.totals());
        Total kernel = Total.of(Total.Kind.KERNEL, anatomy.totals());

        assertThat(heap.measured().bytes()).isCloseTo(8256, LITTLE);
        assertThat(heap.remainder().bytes()).isCloseTo(0, LITTLE);
        // Direct buffers are 100 of the 150 bytes that the JVM counts as other.
        assertThat(rss.parts().bytes()).isCloseTo(8256 + 100 + 50 + 500 + 350, LITTLE);
        assertThat(rss.measured().bytes()).isCloseTo(8256 + 1_000, LITTLE);
        assertThat(rss.remainder().bytes()).isCloseTo(0, LITTLE);
        assertThat(kernel.measured().bytes()).isCloseTo(4_000 + 10 + 60, LITTLE);
        assertThat(kernel.remainder().bytes()).isCloseTo(0, LITTLE);
        assertThat(part(anatomy, Owner.KERNEL, "TCP").count()).isCloseTo(2, LITTLE);
        assertThat(part(anatomy, Owner.KERNEL, "page tables of the server")
                        .amount()
                        .bytes())
                .isCloseTo(20, LITTLE);
    }

    @Test
    void withoutDumpsAndWithoutTrackingThePartsThatCanBeHadAreGiven() {
        List<MemoryLook> looks = Looks.of(8208).stream()
                .map(look -> new MemoryLook(
                        look.connections(),
                        look.sample(),
                        look.histogram(),
                        Optional.empty(),
                        Optional.empty(),
                        look.slabs(),
                        look.pageTableBytes()))
                .toList();

        Anatomy anatomy = AnatomyAnalyst.of(looks, looks);

        assertThat(part(anatomy, Owner.HEAP, "byte[]").amount().bytes()).isCloseTo(8208, LITTLE);
        assertThat(part(anatomy, Owner.HEAP, "byte[]").holder()).isEmpty();
        assertThat(anatomy.parts()).noneMatch(part -> part.owner() == Owner.NATIVE || part.owner() == Owner.STACK);
        assertThat(Total.of(Total.Kind.RSS, anatomy.totals()).remainder().bytes())
                .isCloseTo(900, LITTLE);
    }

    @Test
    void withoutHistogramsThereIsNoHeapPart() {
        List<MemoryLook> looks = Looks.of(8208).stream()
                .map(look -> new MemoryLook(
                        look.connections(),
                        look.sample(),
                        Optional.empty(),
                        look.held(),
                        look.nativeMemory(),
                        look.slabs(),
                        look.pageTableBytes()))
                .toList();

        Anatomy anatomy = AnatomyAnalyst.of(looks, looks);

        assertThat(anatomy.parts()).noneMatch(part -> part.owner() == Owner.HEAP);
        assertThat(Total.of(Total.Kind.HEAP, anatomy.totals()).parts().isKnown())
                .isFalse();
    }

    @Test
    void savingIsTheDifferenceOfAPartThatChanged() {
        Anatomy before = AnatomyAnalyst.of(Looks.of(8208), Looks.of(8208));
        Anatomy after = AnatomyAnalyst.of(Looks.of(1040), Looks.of(1040));

        Tried tried = Savings.of("--buffer=1k", before, after);

        assertThat(tried.saved()).containsOnlyKeys(BUFFER);
        assertThat(Tried.best(BUFFER, List.of(tried)).orElseThrow().saved().bytes())
                .isCloseTo(7168, LITTLE);
        assertThat(tried.totals().getOrDefault(Total.Kind.RSS, Amount.UNKNOWN).bytes())
                .isCloseTo(7168, LITTLE);
    }

    @Test
    void settingThatCostsMoreIsNoBest() {
        Anatomy small = AnatomyAnalyst.of(Looks.of(1040), Looks.of(1040));
        Anatomy large = AnatomyAnalyst.of(Looks.of(8208), Looks.of(8208));

        Tried tried = Savings.of("--buffer=8k", small, large);

        assertThat(tried.saved().getOrDefault(BUFFER, Amount.UNKNOWN).bytes()).isCloseTo(-7168, LITTLE);
        assertThat(Tried.best(BUFFER, List.of(tried))).isEmpty();
    }
}
