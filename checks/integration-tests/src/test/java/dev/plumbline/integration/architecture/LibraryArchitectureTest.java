package dev.plumbline.integration.architecture;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where other people's code stands, and that nobody sees it from outside. */
class LibraryArchitectureTest {

    @Test
    @Tag("SH8")
    @Tag("SH73")
    void libraries_stayInTheirModules() {
        CompiledProject.keeps(LibraryRules::libraries);
    }

    @Test
    void libraries_planted_areCaught() {
        CompiledProject.catches("libraries", LibraryRules::libraries);
    }

    @Test
    void failsafe_hasOneUser() {
        CompiledProject.keeps(LibraryRules::oneUserOfFailsafe);
    }

    @Test
    void failsafe_plantedSecondUser_isCaught() {
        CompiledProject.catches("failsafe", LibraryRules::oneUserOfFailsafe);
    }

    @Test
    void jqwik_standsInTheLaws() {
        CompiledProject.keeps(LibraryRules::jqwikInTheLaws);
    }

    @Test
    void jqwik_plantedElsewhere_isCaught() {
        CompiledProject.catches("jqwik", LibraryRules::jqwikInTheLaws);
    }

    @Test
    @Tag("D2")
    void signatures_showNoLibrary() {
        CompiledProject.keeps(LibraryRules::signatures);
    }

    @Test
    void signatures_planted_areCaught() {
        CompiledProject.catches("signatures", LibraryRules::signatures);
    }
}
