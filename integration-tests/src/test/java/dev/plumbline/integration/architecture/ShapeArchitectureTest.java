package dev.plumbline.integration.architecture;

import org.junit.jupiter.api.Test;

/** What types look like, and what they are called. */
class ShapeArchitectureTest {

    @Test
    void publicTypes_areClosed() {
        House.keeps(ShapeRules::closedTypes);
    }

    @Test
    void publicTypes_plantedOpen_isCaught() {
        House.catches("open", ShapeRules::closedTypes);
    }

    @Test
    void packages_areNullMarked() {
        House.keeps(ShapeRules::nullMarked);
    }

    @Test
    void packages_plantedUnmarked_isCaught() {
        House.catches("unmarked", ShapeRules::nullMarked);
    }

    @Test
    void names_sayWhatIsSpecial() {
        House.keeps(ShapeRules::names);
    }

    @Test
    void names_plantedEmptyWords_areCaught() {
        House.catches("names", ShapeRules::names);
    }

    @Test
    void policies_areNamedPolicy() {
        House.keeps(ShapeRules::policies);
    }

    @Test
    void policies_plantedOther_isCaught() {
        House.catches("layer", ShapeRules::policies);
    }

    @Test
    void accessors_haveNoGet() {
        House.keeps(ShapeRules::accessors);
    }

    @Test
    void accessors_plantedGet_isCaught() {
        House.catches("accessors", ShapeRules::accessors);
    }
}
