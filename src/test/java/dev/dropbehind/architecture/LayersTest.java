package dev.dropbehind.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.dropbehind.engine.spec.Toggle;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** Which package may know which, and what the engine may not use. */
@AnalyzeClasses(packages = "dev.dropbehind", importOptions = DoNotIncludeTests.class)
class LayersTest {

    private static final String ROOT = "dev.dropbehind.";
    private static final String ENGINE = ROOT + "engine";
    private static final String ENGINE_AND_BELOW = ENGINE + "..";

    private static final List<String> UPPER = List.of("machine", "workload", "nfsd", "call", "fs");
    private static final List<String> MEMORY_SIDE = List.of("reclaim", "writeback", "cache", "memory");
    private static final List<String> BLOCK_SIDE = List.of("block", "device");
    private static final List<String> LOWER = List.of("cpu", "measure", "time");

    /** What each package of the service may use of the others. */
    private static final Map<String, List<String>> SERVICE = Map.ofEntries(
            Map.entry("dashboard", List.of("cost", "run", "lesson", "scenario", "specification", "validation")),
            Map.entry("run", List.of("cost", "procfs", "scenario", "specification", "trace")),
            Map.entry("cost", List.of("scenario")),
            Map.entry("procfs", List.of()),
            Map.entry("trace", List.of()),
            Map.entry("scenario", List.of("procfs", "specification")),
            Map.entry("lesson", List.of("scenario", "specification", "trace")),
            Map.entry("specification", List.of()),
            Map.entry("reference", List.of("specification")),
            Map.entry("calibration", List.of("scenario")),
            Map.entry("validation", List.of("scenario", "specification")),
            Map.entry("platform", List.of("run", "lesson", "scenario", "specification", "validation")));

    private static final DescribedPredicate<JavaClass> THE_DOOR = resideInAnyPackage(
                    ENGINE, ENGINE + ".spec..", ENGINE + ".measure..")
            .as("the door");

    @ArchTest
    static final ArchRule THE_ENGINE_KNOWS_ONLY_JAVA_AND_ITSELF = classes()
            .that()
            .resideInAPackage(ENGINE_AND_BELOW)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.jspecify.annotations..", ENGINE_AND_BELOW);

    @ArchTest
    static final ArchRule KERNEL_FILES_KNOW_ONLY_JAVA_AND_WHAT_THE_ENGINE_IS_GIVEN_AND_MEASURES = classes()
            .that()
            .resideInAPackage(ROOT + "procfs..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "org.jspecify.annotations..",
                    ROOT + "procfs..",
                    ENGINE + ".spec..",
                    ENGINE + ".measure..");

    @ArchTest
    static final ArchRule ONLY_THE_DOOR_OF_THE_ENGINE_IS_VISIBLE = noClasses()
            .that()
            .resideOutsideOfPackage(ENGINE_AND_BELOW)
            .should()
            .dependOnClassesThat(resideInAPackage(ENGINE_AND_BELOW).and(DescribedPredicate.not(THE_DOOR)));

    @ArchTest
    static final ArchRule PACKAGES_HAVE_NO_CYCLES =
            slices().matching(ROOT + "(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule TOGGLES_ARE_SETTLED_WHEN_THE_MACHINE_IS_WIRED = noClasses()
            .that()
            .resideInAPackage(ENGINE_AND_BELOW)
            .and()
            .resideOutsideOfPackages(ENGINE + ".spec..", ENGINE + ".machine..")
            .should()
            .dependOnClassesThat()
            .areAssignableTo(Toggle.class);

    @ArchTest
    static final ArchRule THE_ENGINE_ASKS_NO_CLOCK_AND_NO_CHANCE = noClasses()
            .that()
            .resideInAPackage(ENGINE_AND_BELOW)
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "identityHashCode", Object.class)
            .orShould()
            .callMethod(Math.class, "random")
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(Instant.class, Clock.class, Random.class);

    @ArchTest
    static final ArchRule THE_ENGINE_HAS_NO_THREADS_AND_NO_HASH_ORDER = noClasses()
            .that()
            .resideInAPackage(ENGINE_AND_BELOW)
            .should()
            .dependOnClassesThat(resideInAPackage("java.util.concurrent..")
                    .or(DescribedPredicate.describe("are threads or hashed", LayersTest::isThreadOrHashed)));

    @ArchTest
    static final ArchRule NO_ARRAY_LEAVES_ITS_OWNER = methods()
            .that()
            .arePublic()
            .and()
            .areDeclaredInClassesThat()
            .resideInAPackage(ENGINE_AND_BELOW)
            .and(DescribedPredicate.describe(
                    "are no values() of an enum", m -> !m.getName().equals("values")))
            .should()
            .notHaveRawReturnType(DescribedPredicate.describe("an array", JavaClass::isArray));

    @ArchTest
    static final ArchRule CONTROLLERS_REACH_RUNS_ONLY_THROUGH_THE_SERVICE = noClasses()
            .that()
            .haveSimpleNameEndingWith("Controller")
            .or()
            .haveSimpleNameEndingWith("Page")
            .should()
            .dependOnClassesThat()
            .haveSimpleNameEndingWith("Store")
            .orShould()
            .dependOnClassesThat()
            .haveSimpleNameEndingWith("Executor");

    @ArchTest
    static void layersOfTheEngineDependDownwards(JavaClasses classes) {
        List<String> all = Stream.of(UPPER, MEMORY_SIDE, BLOCK_SIDE, LOWER)
                .flatMap(List::stream)
                .toList();
        for (String layer : all) {
            List<String> forbidden = new ArrayList<>(all);
            forbidden.removeAll(below(layer));
            forbidden.remove(layer);
            noneKnows(ENGINE + "." + layer + "..", packages(ENGINE + ".", forbidden))
                    .check(classes);
        }
        noneKnows(ENGINE + ".spec..", packages(ENGINE + ".", all)).check(classes);
    }

    @ArchTest
    static void featuresKnowOnlyTheFeaturesTheyBuildOn(JavaClasses classes) {
        SERVICE.forEach((feature, known) -> {
            List<String> forbidden = new ArrayList<>(SERVICE.keySet());
            forbidden.removeAll(known);
            forbidden.remove(feature);
            noneKnows(ROOT + feature + "..", packages(ROOT, forbidden)).check(classes);
        });
    }

    private static List<String> below(String layer) {
        List<String> upper =
                Stream.of(UPPER, MEMORY_SIDE, BLOCK_SIDE).flatMap(List::stream).toList();
        if (UPPER.contains(layer)) {
            return Stream.concat(after(layer, upper), LOWER.stream()).toList();
        }
        List<String> side = MEMORY_SIDE.contains(layer) ? MEMORY_SIDE : BLOCK_SIDE;
        return LOWER.contains(layer)
                ? after(layer, LOWER).toList()
                : Stream.concat(after(layer, side), LOWER.stream()).toList();
    }

    private static Stream<String> after(String layer, List<String> layers) {
        return layers.stream().skip(layers.indexOf(layer) + 1L);
    }

    private static String[] packages(String prefix, List<String> names) {
        return names.stream().map(name -> prefix + name + "..").toArray(String[]::new);
    }

    private static ArchRule noneKnows(String layer, String... others) {
        return noClasses()
                .that()
                .resideInAPackage(layer)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .allowEmptyShould(true);
    }

    private static boolean isThreadOrHashed(JavaClass type) {
        return type.isEquivalentTo(Thread.class)
                || type.isEquivalentTo(HashMap.class)
                || type.isEquivalentTo(HashSet.class);
    }
}
