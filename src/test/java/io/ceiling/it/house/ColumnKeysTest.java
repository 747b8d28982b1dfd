package io.ceiling.it.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.rows.ColumnKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The name of a column is in one place, where it is declared: whoever reads it does so by its key. */
class ColumnKeysTest {

    private static final Path ROOT = Path.of("..");

    /** Simple names of classes that declare columns, and of those that make keys from other keys. */
    private static final String DECLARES = ".*(Csv|Columns)|Keys|ColumnKey|RecordSchema|Summary|ResidentCost|ForkSlope";

    @Test
    void keysAreMadeWhereColumnsAreDeclared() throws IOException {
        List<JavaAccess<?>> made =
                accesses().filter(access -> makesKey(access.getTarget())).toList();

        assertThat(made).isNotEmpty();
        assertThat(made.stream()
                        .filter(access -> !outermost(access).matches(DECLARES))
                        .map(JavaAccess::getDescription))
                .isEmpty();
    }

    @Test
    void noColumnIsReadByItsName() throws IOException {
        assertThat(accesses()
                        .filter(access -> access.getTargetOwner().isEquivalentTo(CsvRow.class)
                                && access.getTarget().getName().equals("cell"))
                        .filter(access -> !access.getOriginOwner().isEquivalentTo(CsvRow.class))
                        .map(JavaAccess::getDescription))
                .isEmpty();
    }

    private static boolean makesKey(AccessTarget target) {
        boolean isOfKey = target.getOwner().getName().startsWith(ColumnKey.class.getName());
        return isOfKey && List.of("<init>", "of").contains(target.getName());
    }

    private static String outermost(JavaAccess<?> access) {
        return access.getOriginOwner().getName().replaceFirst("\\$.*", "").replaceFirst(".*\\.", "");
    }

    private static Stream<JavaAccess<?>> accesses() throws IOException {
        try (Stream<Path> extensions = Files.list(ROOT.resolve("ext"))) {
            List<Path> classes = Stream.concat(Stream.of(ROOT.resolve("harness")), extensions)
                    .map(module -> module.resolve("target").resolve("classes"))
                    .filter(Files::isDirectory)
                    .toList();
            return new ClassFileImporter()
                    .importPaths(classes).stream()
                            .map(JavaClass::getAccessesFromSelf)
                            .flatMap(accesses -> accesses.stream());
        }
    }
}
