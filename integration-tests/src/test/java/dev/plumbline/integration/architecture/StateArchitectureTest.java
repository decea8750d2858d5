package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaField;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Tests what state stays behind, and what a module uses of the process environment. */
class StateArchitectureTest {

    @Test
    void statics_areConstants() {
        House.keeps(StateRules::statics);
    }

    @Test
    void statics_plantedState_isCaught() {
        House.catches("statics", StateRules::statics);
    }

    @Test
    void statics_everyAllowanceIsUsed() {
        Set<String> needed = House.classes().stream()
                .flatMap(type -> type.getFields().stream())
                .filter(field -> StateRules.ALLOWED.containsKey(field.getFullName()) && !StateRules.isConstant(field))
                .map(JavaField::getFullName)
                .collect(Collectors.toSet());
        assertThat(needed).isEqualTo(StateRules.ALLOWED.keySet());
    }

    @Test
    void threadLocals_areNone() {
        House.keeps(StateRules::threadLocals);
    }

    @Test
    void threadLocals_planted_areCaught() {
        House.catches("threadlocals", StateRules::threadLocals);
    }

    @Test
    @DisplayName("91 no Java serialisation")
    void serialisation_isNone() {
        House.keeps(StateRules::serialisation);
    }

    @Test
    void serialisation_planted_isCaught() {
        House.catches("serialisation", StateRules::serialisation);
    }

    @Test
    void console_isForTheCommandLine() {
        House.keeps(OutsideRules::console);
    }

    @Test
    void console_plantedPrint_isCaught() {
        House.catches("console", OutsideRules::console);
    }

    @Test
    @DisplayName("136 nothing is found by itself: a loader is searched only when it is named")
    void loaders_areGiven() {
        House.keeps(OutsideRules::loaders);
    }

    @Test
    void loaders_plantedContextLoader_isCaught() {
        House.catches("loaders", OutsideRules::loaders);
    }

    @Test
    void properties_areLeftAlone() {
        House.keeps(OutsideRules::properties);
    }

    @Test
    void properties_plantedWrite_isCaught() {
        House.catches("properties", OutsideRules::properties);
    }

    @Test
    void properties_everyWriterIsNeeded() {
        Set<String> needed = House.classes().stream()
                .filter(type -> OutsideRules.properties(type).findAny().isPresent())
                .map(type -> Conditions.topLevel(type).substring(House.ROOT.length() + 1))
                .collect(Collectors.toSet());
        assertThat(needed).isEqualTo(OutsideRules.PROPERTY_WRITERS.keySet());
    }

    @Test
    void world_belongsToTheAdapters() {
        House.keeps(OutsideRules::world);
    }

    @Test
    void world_plantedTouch_isCaught() {
        House.catches("world", OutsideRules::world);
    }

    @Test
    void world_everyAdapterIsNeeded() {
        Set<String> needed = House.classes().stream()
                .filter(type -> OutsideRules.world(type).findAny().isPresent())
                .map(type -> Conditions.topLevel(type).substring(House.ROOT.length() + 1))
                .collect(Collectors.toSet());
        assertThat(needed).isEqualTo(OutsideRules.ADAPTERS.keySet());
    }
}
