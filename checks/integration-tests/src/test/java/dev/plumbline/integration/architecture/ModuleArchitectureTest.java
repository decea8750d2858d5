package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.internal.ModuleVersions;
import java.lang.module.ModuleDescriptor;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests which module sees which, and that the rules see every module. */
class ModuleArchitectureTest {
    @Test
    void packages_haveNoCycle() {
        CompiledProject.keeps(ModuleRules::noCycles);
    }

    @Test
    void packages_plantedCycle_isCaught() {
        CompiledProject.catches("cycles", ModuleRules::noCycles);
    }

    @Test
    @Tag("C7")
    @Tag("FA8")
    void apiPackages_seeOnlyThoseBelow() {
        CompiledProject.keeps(ModuleRules::order);
    }

    @Test
    void apiPackages_plantedLookUp_isCaught() {
        CompiledProject.catches("apipackages", ModuleRules::order);
    }

    @Test
    @Tag("SH1")
    @Tag("SH2")
    @Tag("SH10")
    @Tag("SH75")
    @Tag("C7")
    @Tag("C124")
    @Tag("H46")
    @Tag("D1")
    void modules_seeTheApiAlone() {
        CompiledProject.keeps(ModuleRules::star);
    }

    @Test
    void modules_plantedNeighbour_isCaught() {
        CompiledProject.catches("modules", ModuleRules::star);
    }

    @Test
    @DisplayName(
            "A26 each module that shares a package with named others is compared with the version of sdk-api where it is entered")
    void a26_modulesThatSharePackages_areComparedByVersion() {
        List<String> compared = CompiledProject.classes().stream()
                .flatMap(type -> type.getCodeUnits().stream())
                .filter(unit -> unit.getMethodCallsFromSelf().stream()
                        .anyMatch(call -> call.getTargetOwner().isEquivalentTo(ModuleVersions.class)))
                .flatMap(unit -> unit.getReferencedClassObjects().stream())
                .map(named -> CompiledProject.module(named.getRawType()))
                .filter(module -> !module.isEmpty())
                .map(module -> CompiledProject.descriptor(module).name())
                .distinct()
                .toList();
        List<ModuleDescriptor> modules = CompiledProject.MODULES.stream()
                .map(CompiledProject::descriptor)
                .toList();
        Set<String> sharing = modules.stream()
                .flatMap(module -> module.exports().stream()
                        .filter(ModuleDescriptor.Exports::isQualified)
                        .flatMap(exported -> Stream.concat(Stream.of(module.name()), exported.targets().stream())))
                .collect(Collectors.toSet());
        sharing.remove("dev.plumbline.api");
        assertThat(sharing).hasSizeGreaterThan(10).isSubsetOf(compared);
    }

    @Test
    void rules_seeEveryModule() {
        assertThat(CompiledProject.MODULES).hasSizeGreaterThan(15);
        assertThat(CompiledProject.count())
                .containsOnlyKeys(CompiledProject.MODULES)
                .allSatisfy((module, count) -> assertThat(count).as(module).isPositive());
        assertThat(CompiledProject.classes()).hasSizeGreaterThan(1_500);
    }

    @Test
    void rules_knowEveryPackage() {
        assertThat(CompiledProject.classes().stream()
                        .map(c -> ArchConditions.topPackage(CompiledProject.ROOT, c))
                        .distinct())
                .as("every package is in ModuleRules")
                .isSubsetOf(ModuleRules.planned());
    }

    @Test
    void rules_neverCountPlantedCode() {
        assertThat(CompiledProject.classes().stream()
                        .filter(c -> c.getPackageName().contains(".violations")))
                .isEmpty();
    }
}
