package io.ceiling.it.house;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the directions between modules and between the packages of the harness (docs/architecture.md). */
class ArchitectureTest {

    /** The rooms of the harness from the ground up; a room knows those before it alone. */
    private static final List<String> ROOMS = List.of(
            """
            text install stats rows scenario reading result.law result os container workload matrix server
            fleet observe.jmx observe verdict.law verdict.threads verdict verdict.ramp report.csv report
            estimate report.console report.html.chart report.html expect engine.control engine.session run
            engine.ramp engine cli command.run command.probe command.doctor command.show main"""
                    .split("\\s+"));

    private static final int MAX_COMPONENTS = 8;

    private static final Set<String> SEARCHES = Set.of(
            """
            contains startsWith endsWith indexOf lastIndexOf split substring replaceAll replaceFirst"""
                    .split("\\s+"));

    private static final Map<String, JavaClasses> IMPORTED = new ConcurrentHashMap<>();
    private static final List<ContainerKind.ServerProgram> SERVERS = Containers.all().stream()
            .flatMap(kind -> kind.serverPrograms().stream())
            .toList();
    private static final List<String> CONTAINERS =
            SERVERS.stream().map(server -> "containers/" + server.module()).toList();
    /** References that are written in Java; none in a build without a profile, which does not have them. */
    private static final List<String> REFERENCES = Stream.concat(
                    Stream.of("references/protocol"),
                    Containers.references().stream()
                            .flatMap(kind -> kind.serverPrograms().stream())
                            .filter(server -> !server.mainClass().isEmpty())
                            .map(server -> "references/" + server.module()))
            .filter(ArchitectureTest::isBuilt)
            .toList();

    private static final List<String> BENCHMARKS =
            Stream.of("jmh").filter(ArchitectureTest::isBuilt).toList();

    private static final List<String> EXTENSIONS = extensions();

    private static final List<String> MODULES = Stream.of(
                    List.of("webapp", "containers/spi", "load", "harness"),
                    EXTENSIONS.stream().map(extension -> "ext/" + extension).toList(),
                    BENCHMARKS,
                    CONTAINERS,
                    REFERENCES)
            .flatMap(List::stream)
            .toList();

    @Test
    void webappKnowsNothingOfTheOtherModules() {
        ArchRule rule = noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.ceiling.container..", "io.ceiling.load..", "io.ceiling.harness..");

        rule.check(classesOf("webapp"));
    }

    /** Module references/protocol compiles these sources, too. */
    @Test
    void protocolOfTheWebappKnowsNothingOfIt() {
        ArchRule rule = noClasses()
                .that()
                .resideInAPackage("io.ceiling.protocol")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.ceiling.webapp..", "jakarta..");

        rule.check(classesOf("webapp"));
    }

    @Test
    void containerSpiDependsOnTheJdkAlone() {
        ArchRule rule = classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..", "javax.management..", "javax.net.ssl..", "org.jspecify..", "io.ceiling.container");

        rule.check(classesOf("containers/spi"));
    }

    @Test
    void containersKnowOnlyTheSpi() {
        for (String module :
                Stream.concat(CONTAINERS.stream(), REFERENCES.stream()).toList()) {
            ArchRule rule = noClasses()
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("io.ceiling.webapp..", "io.ceiling.load..", "io.ceiling.harness..");

            rule.check(classesOf(module));
        }
    }

    @Test
    void loadAgentKnowsNoOtherModule() {
        ArchRule rule = noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.ceiling.webapp..", "io.ceiling.container..", "io.ceiling.harness..");

        rule.check(classesOf("load"));
    }

    @Test
    void linkToTheLoadAgentsDependsOnTheJdkAlone() {
        ArchRule rule = classes()
                .that()
                .resideInAPackage("io.ceiling.load.link")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.jspecify..", "io.ceiling.load.link");

        rule.check(classesOf("load"));
    }

    @Test
    void harnessNeverTouchesAContainerOrTheWebapp() {
        ArchRule rule = noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(containersAnd(
                        "jakarta.servlet..",
                        "jakarta.websocket..",
                        "org.atmosphere..",
                        "io.ceiling.webapp..",
                        "io.ceiling.reference.."));

        rule.check(classesOf("harness"));
    }

    @Test
    void benchmarksKnowOfTheHarnessOnlyHowAServerIsStarted() {
        ArchRule rule = noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(containersAnd(
                        "io.ceiling.webapp..", "io.ceiling.harness.cli..",
                        "io.ceiling.harness.command..", "io.ceiling.harness.engine..",
                        "io.ceiling.harness.run..", "io.ceiling.harness.fleet..",
                        "io.ceiling.harness.verdict..", "io.ceiling.harness.report.."));

        assumeTrue(isBuilt("jmh"), "the micro-benchmarks are not built: mvn -Pall verify builds them");
        rule.check(classesOf("jmh"));
    }

    @Test
    void roomsOfTheLoadAgentFormNoCircle() {
        ArchRule rule = slices().matching("io.ceiling.load.(*)..").should().beFreeOfCycles();

        rule.check(classesOf("load"));
    }

    /** The package above the rooms has the agent as a whole, which knows them all. */
    @Test
    void roomsOfTheLoadAgentDoNotKnowTheAgent() {
        ArchRule rule = noClasses()
                .that()
                .resideInAPackage("io.ceiling.load.*..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.ceiling.load");

        rule.check(classesOf("load"));
    }

    @Test
    void eventLoopsOfTheLoadAgentKnowNoProtocolAndNoWorkload() {
        ArchRule rule = noClasses()
                .that()
                .resideInAnyPackage("io.ceiling.load.report..", "io.ceiling.load.socket..", "io.ceiling.load.loop..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.ceiling.load.http..", "io.ceiling.load.websocket..",
                        "io.ceiling.load.channels..", "io.ceiling.load.workload..");

        rule.check(classesOf("load"));
    }

    @Test
    void benchmarksKnowOfTheLoadAgentItsParsersAndEncodersAlone() {
        ArchRule rule = noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("io.ceiling.load..")
                        .and(resideOutsideOfPackages(
                                "io.ceiling.load.channels", "io.ceiling.load.http",
                                "io.ceiling.load.socket", "io.ceiling.load.websocket")));

        assumeTrue(isBuilt("jmh"), "the micro-benchmarks are not built: mvn -Pall verify builds them");
        rule.check(classesOf("jmh"));
    }

    /** So there is no circle, and the engine knows no command. */
    @Test
    void eachRoomOfTheHarnessKnowsThoseBelowItAlone() {
        JavaClasses harness = classesOf("harness");
        String ofHarness = "io.ceiling.harness.";
        List<String> up = harness.stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .map(arrow -> List.of(
                        arrow.getOriginClass().getPackageName(),
                        arrow.getTargetClass().getBaseComponentType().getPackageName()))
                .filter(arrow -> arrow.get(1).startsWith("io.ceiling."))
                .filter(arrow -> !arrow.get(1).startsWith("io.ceiling.load")
                        && !arrow.get(1).equals("io.ceiling.container"))
                .filter(arrow -> !arrow.get(0).equals(arrow.get(1)))
                .filter(arrow -> !arrow.get(1).startsWith(ofHarness)
                        || ROOMS.indexOf(arrow.get(0).substring(ofHarness.length()))
                                <= ROOMS.indexOf(arrow.get(1).substring(ofHarness.length())))
                .map(arrow -> arrow.get(0) + " -> " + arrow.get(1))
                .distinct()
                .sorted()
                .toList();

        assertThat(up).as("arrows between rooms that point up").isEmpty();
        assertThat(harness.stream().map(JavaClass::getPackageName).distinct())
                .as("rooms of the harness")
                .allMatch(room -> ROOMS.contains(room.substring(ofHarness.length())));
    }

    @Test
    void extensionsKnowTheHarnessAndNotEachOther() {
        for (String extension : EXTENSIONS) {
            JavaClasses own = classesOf("ext/" + extension);
            assertThat(own)
                    .allMatch(type -> (type.getPackageName() + ".").startsWith("io.ceiling.%s.".formatted(extension)));

            noClasses()
                    .should()
                    .dependOnClassesThat(resideInAPackage("io.ceiling..")
                            .and(resideOutsideOfPackages(
                                    "io.ceiling.%s..".formatted(extension),
                                    "io.ceiling.harness..",
                                    "io.ceiling.container..",
                                    "io.ceiling.load..")))
                    .check(own);
        }
    }

    @Test
    void harnessInstallationKnowsTheJdkAlone() {
        ArchRule rule = classes()
                .that()
                .resideInAPackage("io.ceiling.harness.install..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.jspecify..", "io.ceiling.harness.install..");

        rule.check(classesOf("harness"));
    }

    @Test
    void harnessVerdictDoesNoInputOutputAndReadsNoClock() {
        ArchRule rule = noClasses()
                .that()
                .resideInAPackage("io.ceiling.harness.verdict..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.io..", "java.nio.file..", "java.net..", "javax.management..")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis");

        rule.check(classesOf("harness"));
    }

    /** Decisions are made by facts. Texts of others (lines of logs, frames of stacks) are read in few classes. */
    @Test
    void verdictsAndRisesSearchNoSentences() {
        List<String> searches = Stream.of("harness", "ext/climb")
                .flatMap(module -> classesOf(module).stream())
                .filter(type ->
                        type.getPackageName().matches("io\\.ceiling\\.(harness\\.verdict(?!\\.threads).*|climb.*)"))
                .filter(type -> !type.getSimpleName().equals("LogScanner"))
                .flatMap(type -> Stream.concat(
                        type.getMethodCallsFromSelf().stream(), type.getMethodReferencesFromSelf().stream()))
                .filter(access -> access.getTargetOwner().isEquivalentTo(String.class)
                        && SEARCHES.contains(access.getTarget().getName()))
                .map(JavaAccess::getDescription)
                .toList();

        assertThat(searches).isEmpty();
    }

    /** Figures that stand in a long row are swapped unseen. */
    @Test
    void noRecordAndNoConstructorHasMoreThanEightComponents() {
        for (String module : MODULES) {
            List<String> tooMany = classesOf(module).stream()
                    .filter(type -> !type.isAnonymousClass() && !type.isEnum())
                    .flatMap(type -> type.getConstructors().stream())
                    // A local or inner class gets what it uses around it from the compiler.
                    .filter(constructor -> constructor.getModifiers().stream()
                            .noneMatch(modifier -> modifier == JavaModifier.SYNTHETIC))
                    .filter(constructor -> constructor.getRawParameterTypes().size() > MAX_COMPONENTS)
                    .map(constructor -> constructor.getOwner().getName())
                    .toList();

            assertThat(tooMany)
                    .as("types of %s with more than %d components", module, MAX_COMPONENTS)
                    .isEmpty();
        }
    }

    /** Returns those packages, those of each container's own program, and those of the libraries that these programs use. */
    private static String[] containersAnd(String... packages) {
        Set<String> all = new TreeSet<>(List.of(packages));
        for (String module : CONTAINERS) {
            for (JavaClass type : classesOf(module)) {
                all.add(type.getPackageName());
                type.getDirectDependenciesFromSelf()
                        .forEach(dependency -> all.add(dependency
                                .getTargetClass()
                                .getBaseComponentType()
                                .getPackageName()));
            }
        }
        all.removeAll(Set.of("", "io.ceiling.container", "org.jspecify.annotations"));
        ModuleFinder.ofSystem()
                .findAll()
                .forEach(module -> all.removeAll(module.descriptor().packages()));
        return all.toArray(String[]::new);
    }

    private static JavaClasses classesOf(String module) {
        return IMPORTED.computeIfAbsent(module, ArchitectureTest::imported);
    }

    private static JavaClasses imported(String module) {
        // The rules ask for the names of what classes depend on, and not for what these depend on.
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        JavaClasses imported = new ClassFileImporter().importPath(classFolder(module));
        assertThat(imported).as("classes of %s", module).isNotEmpty();
        return imported;
    }

    private static List<String> extensions() {
        try (Stream<Path> folders = Files.list(Path.of("..", "ext"))) {
            return folders.filter(folder -> Files.isDirectory(folder.resolve("src/main/java")))
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isBuilt(String module) {
        return Files.isDirectory(classFolder(module));
    }

    private static Path classFolder(String module) {
        return Path.of("..").resolve(module).resolve("target").resolve("classes");
    }
}
