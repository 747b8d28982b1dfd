package io.ceiling.anatomy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class AnatomyAnalystTest {

    private static final Offset<Double> LITTLE = within(0.01);
    private static final Part.Key BUFFER =
            new Part.Key(Owner.HEAP, "byte[]", Looks.BUFFER.holder(), Looks.BUFFER.via());

    private static final SettingEffect NO_CONTROL = SettingEffect.control(List.of());

    private static List<MemorySnapshot> withoutDumps(List<MemorySnapshot> looks) {
        return looks.stream().map(look -> look.with(Optional.empty())).toList();
    }

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
        assertThat(part(anatomy, Owner.HEAP, "sun.nio.ch.SocketChannelImpl").holder())
                .isEqualTo("org.example.Server.sockets");
        assertThat(anatomy.parts()).noneMatch(part -> part.holder().equals("java.lang.Cache.table"));
    }

    @Test
    void whatTheKernelGivesBackMeanwhileIsNoPartOfAConnection() {
        Anatomy anatomy = AnatomyAnalyst.of(Looks.afterAnEarlierLoad(37_000), Looks.afterAnEarlierLoad(37_000));

        assertThat(anatomy.parts()).noneMatch(part -> part.name().equals("tcp_bind_bucket"));
        assertThat(Total.of(Total.Kind.KERNEL, anatomy.totals()).measured().bytes())
                .isCloseTo(4_000 + 10 + 60, LITTLE);
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
        assertThat(rss.sumOfParts().bytes()).isCloseTo(8256 + 100 + 50 + 500 + 350, LITTLE);
        assertThat(rss.measured().bytes()).isCloseTo(8256 + 1_000, LITTLE);
        assertThat(rss.remainder().bytes()).isCloseTo(0, LITTLE);
        assertThat(kernel.measured().bytes()).isCloseTo(4_000 + 10 + 60, LITTLE);
        assertThat(kernel.remainder().isKnown()).isFalse();
        assertThat(kernel.floor().bytes())
                .isCloseTo(part(anatomy, Owner.KERNEL, "TCP").amount().bytes(), LITTLE);
        assertThat(heap.floor().bytes()).isCloseTo(48, LITTLE);
        assertThat(Total.of(
                                Total.Kind.HEAP,
                                AnatomyAnalyst.of(withoutDumps(Looks.of(8208)), withoutDumps(Looks.of(8208)))
                                        .totals())
                        .floor()
                        .isKnown())
                .isFalse();
        assertThat(part(anatomy, Owner.KERNEL, "TCP").bytesOfEach()).isEqualTo(1_920);
        assertThat(part(anatomy, Owner.KERNEL, "TCP").count()).isCloseTo(2, LITTLE);
        assertThat(part(anatomy, Owner.KERNEL, "page tables of the server")
                        .amount()
                        .bytes())
                .isCloseTo(20, LITTLE);
    }

    @Test
    void withoutDumpsAndWithoutTrackingThePartsThatCanBeHadAreGiven() {
        List<MemorySnapshot> looks = Looks.of(8208).stream()
                .map(look -> new MemorySnapshot(
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
        List<MemorySnapshot> looks = Looks.of(8208).stream()
                .map(look -> new MemorySnapshot(
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
        assertThat(Total.of(Total.Kind.HEAP, anatomy.totals()).sumOfParts().isKnown())
                .isFalse();
    }

    @Test
    void savingIsTheDifferenceOfAPartThatChanged() {
        Anatomy before = AnatomyAnalyst.of(Looks.of(8208), Looks.of(8208));
        Anatomy after = AnatomyAnalyst.of(Looks.of(1040), Looks.of(1040));

        SettingEffect tried = Savings.of("--buffer=1k", before, after, NO_CONTROL);

        assertThat(tried.savings()).containsOnlyKeys(BUFFER);
        assertThat(SettingEffect.best(BUFFER, List.of(tried))
                        .orElseThrow()
                        .saved()
                        .bytes())
                .isCloseTo(7168, LITTLE);
        assertThat(tried.totals().getOrDefault(Total.Kind.RSS, Amount.UNKNOWN).bytes())
                .isCloseTo(7168, LITTLE);
    }

    @Test
    void settingThatChangesNoMoreThanTheControlSavesNothing() {
        Anatomy before = AnatomyAnalyst.of(Looks.of(8208), Looks.of(8208));
        Anatomy after = AnatomyAnalyst.of(Looks.of(7000), Looks.of(7000));

        SettingEffect control = Savings.control(before, after);
        SettingEffect tried = Savings.of("--stack=1m", before, after, control);

        assertThat(control.savings().getOrDefault(BUFFER, Amount.UNKNOWN).bytes())
                .isCloseTo(1208, LITTLE);
        assertThat(tried.savings()).isEmpty();
        assertThat(tried.significantSaving(Total.Kind.HEAP, control).isKnown()).isFalse();
        assertThat(tried.significantSaving(Total.Kind.HEAP, NO_CONTROL).bytes()).isCloseTo(1208, LITTLE);
    }

    @Test
    void withoutDumpsOnOneSideOnlyWholeClassesAreCompared() {
        Anatomy before = AnatomyAnalyst.of(Looks.of(8208), Looks.of(8208));
        Anatomy same = AnatomyAnalyst.of(Looks.of(8208), withoutDumps(Looks.of(8208)));
        Anatomy after = AnatomyAnalyst.of(Looks.of(1040), withoutDumps(Looks.of(1040)));

        assertThat(Savings.of("--gc=Serial", before, same, NO_CONTROL).savings())
                .isEmpty();
        assertThat(Savings.of("--buffer=1k", before, after, NO_CONTROL).savings())
                .containsOnlyKeys(new Part.Key(Owner.HEAP, "byte[]", Part.ALL_FIELDS, ""));
    }

    @Test
    void withoutHistogramsOnOneSideNothingOfTheHeapIsCompared() {
        Anatomy before = AnatomyAnalyst.of(withoutDumps(Looks.of(8208)), withoutDumps(Looks.of(8208)));
        Anatomy after = new Anatomy(List.of(), before.totals(), HeapFigures.NONE);

        assertThat(Savings.of("--buffer=1k", before, after, NO_CONTROL).savings())
                .isEmpty();
    }

    @Test
    void fieldThatHoldsOneObjectForEveryOtherConnectionDiffersByChance() {
        Part.Key table = new Part.Key(Owner.HEAP, "byte[]", "org.example.Pool.table", "");
        Anatomy many = pool(Looks.pool(138));
        Anatomy few = pool(Looks.pool(132));

        assertThat(Objects.requireNonNull(many.byKey().get(table)).count()).isCloseTo(0.46, LITTLE);
        assertThat(few.byKey()).doesNotContainKey(table);
        assertThat(Savings.of("--gc=Serial", many, few, NO_CONTROL).savings()).isEmpty();
    }

    private static Anatomy pool(List<MemorySnapshot> looks) {
        return AnatomyAnalyst.of(looks, looks);
    }

    @Test
    void fillerOfTheCollectorIsAPartButNoSaving() {
        Anatomy before = pool(Looks.filled(300));
        Anatomy after = pool(Looks.filled(0));

        assertThat(part(before, Owner.HEAP, HeapParts.FILLER).amount().bytes()).isCloseTo(300, LITTLE);
        assertThat(Savings.of("--gc=Serial", before, after, NO_CONTROL).savings())
                .isEmpty();
    }

    @Test
    void savingThatIsNoMoreThanItsErrorIsNotTold() {
        SettingEffect tried = new SettingEffect(
                "--buffer=1k",
                "",
                Map.of(),
                Map.of(Total.Kind.KERNEL, new Amount(6_300, 2_600), Total.Kind.HEAP, new Amount(400, Double.NaN)));

        assertThat(tried.significantSaving(Total.Kind.KERNEL, NO_CONTROL).isKnown())
                .isFalse();
        assertThat(tried.significantSaving(Total.Kind.HEAP, NO_CONTROL).isKnown())
                .isFalse();
    }

    @Test
    void sumOfNothingIsUnknown() {
        assertThat(LineFits.sum(List.of(Amount.UNKNOWN)).isKnown()).isFalse();
    }

    @Test
    void settingThatCostsMoreIsNoBest() {
        Anatomy small = AnatomyAnalyst.of(Looks.of(1040), Looks.of(1040));
        Anatomy large = AnatomyAnalyst.of(Looks.of(8208), Looks.of(8208));

        SettingEffect tried = Savings.of("--buffer=8k", small, large, NO_CONTROL);

        assertThat(tried.savings().getOrDefault(BUFFER, Amount.UNKNOWN).bytes()).isCloseTo(-7168, LITTLE);
        assertThat(SettingEffect.best(BUFFER, List.of(tried))).isEmpty();
    }
}
