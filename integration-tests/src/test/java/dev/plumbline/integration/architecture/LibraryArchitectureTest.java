package dev.plumbline.integration.architecture;

import org.junit.jupiter.api.Test;

/** Where other people's code stands, and that nobody sees it from outside. */
class LibraryArchitectureTest {

    @Test
    void libraries_stayInTheirModules() {
        House.keeps(LibraryRules::libraries);
    }

    @Test
    void libraries_planted_areCaught() {
        House.catches("libraries", LibraryRules::libraries);
    }

    @Test
    void failsafe_hasOneUser() {
        House.keeps(LibraryRules::oneUserOfFailsafe);
    }

    @Test
    void failsafe_plantedSecondUser_isCaught() {
        House.catches("failsafe", LibraryRules::oneUserOfFailsafe);
    }

    @Test
    void jqwik_standsInTheLaws() {
        House.keeps(LibraryRules::jqwikInTheLaws);
    }

    @Test
    void jqwik_plantedElsewhere_isCaught() {
        House.catches("jqwik", LibraryRules::jqwikInTheLaws);
    }

    @Test
    void signatures_showNoLibrary() {
        House.keeps(LibraryRules::signatures);
    }

    @Test
    void signatures_planted_areCaught() {
        House.catches("signatures", LibraryRules::signatures);
    }
}
