package dev.plumbline.integration.architecture;

import org.junit.jupiter.api.Test;

/** Tests that a conversation changes in one place. */
class ChangeArchitectureTest {

    @Test
    void trees_areChangedByChanges() {
        CompiledProject.keeps(ChangeRules::trees);
    }

    @Test
    void trees_plantedCalls_areCaught() {
        CompiledProject.catches("changes", ChangeRules::trees);
    }

    @Test
    void states_areDerivedByTheConversation() {
        CompiledProject.keeps(ChangeRules::states);
    }

    @Test
    void states_plantedCalls_areCaught() {
        CompiledProject.catches("applied", ChangeRules::states);
    }
}
