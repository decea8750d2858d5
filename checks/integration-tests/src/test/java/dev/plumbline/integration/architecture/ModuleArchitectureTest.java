package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

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
