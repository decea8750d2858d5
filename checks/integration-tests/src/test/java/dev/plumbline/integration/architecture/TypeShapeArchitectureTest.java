package dev.plumbline.integration.architecture;

import org.junit.jupiter.api.Test;

/** What types look like, and what they are called. */
class TypeShapeArchitectureTest {

    @Test
    void publicTypes_areClosed() {
        CompiledProject.keeps(TypeShapeRules::closedTypes);
    }

    @Test
    void publicTypes_plantedOpen_isCaught() {
        CompiledProject.catches("open", TypeShapeRules::closedTypes);
    }

    @Test
    void packages_areNullMarked() {
        CompiledProject.keeps(TypeShapeRules::nullMarked);
    }

    @Test
    void packages_plantedUnmarked_isCaught() {
        CompiledProject.catches("unmarked", TypeShapeRules::nullMarked);
    }

    @Test
    void names_sayWhatIsSpecial() {
        CompiledProject.keeps(TypeShapeRules::names);
    }

    @Test
    void names_plantedEmptyWords_areCaught() {
        CompiledProject.catches("names", TypeShapeRules::names);
    }

    @Test
    void policies_areNamedPolicy() {
        CompiledProject.keeps(TypeShapeRules::policies);
    }

    @Test
    void policies_plantedOther_isCaught() {
        CompiledProject.catches("policynames", TypeShapeRules::policies);
    }

    @Test
    void accessors_haveNoGet() {
        CompiledProject.keeps(TypeShapeRules::accessors);
    }

    @Test
    void accessors_plantedGet_isCaught() {
        CompiledProject.catches("accessors", TypeShapeRules::accessors);
    }
}
