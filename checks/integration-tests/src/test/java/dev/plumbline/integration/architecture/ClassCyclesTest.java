package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Prints which classes of the library cannot be understood alone into target/class-cycles.txt. Their number fails no build;
 * cycles of packages and modules do, in {@link ModuleArchitectureTest}.
 */
class ClassCyclesTest {
    @Test
    @DisplayName("A6 classes that depend on each other in a circle are printed")
    void cycles_arePrinted() throws IOException {
        List<JavaClass> library = CompiledProject.classes().stream()
                .filter(type -> !type.getPackageName().startsWith(CompiledProject.ROOT + ".testkit"))
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .toList();
        assertThat(library).hasSizeGreaterThan(500);
        Files.writeString(Path.of("target", "class-cycles.txt"), report(ClassCycles.of(library)));
    }

    @Test
    void cycle_isFoundThroughOthers_andASealedFamilyIsOne() {
        List<Set<String>> cycles = ClassCycles.of(new ClassFileImporter()
                .importPackages(CompiledProject.ROOT + ".violations.classcycles").stream()
                        .toList());
        assertThat(cycles).hasSize(1);
        assertThat(cycles.get(0))
                .extracting(name -> name.substring(name.lastIndexOf('.') + 1))
                .containsExactly("BadFirst", "BadSecond", "BadThird");
    }

    private static String report(List<Set<String>> cycles) {
        return cycles.stream()
                .map(cycle -> cycle.size() + " " + String.join(" ", cycle))
                .collect(Collectors.joining("\n", "", "\n"))
                .replace(CompiledProject.ROOT + ".", "");
    }
}
