package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests what state stays behind, and what a module uses of the process environment. */
class StateArchitectureTest {

    @Test
    @Tag("D3")
    void statics_areConstants() {
        CompiledProject.keeps(StateRules::statics);
    }

    @Test
    void statics_plantedState_isCaught() {
        CompiledProject.catches("statics", StateRules::statics);
    }

    @Test
    void statics_everyAllowanceIsUsed() {
        Set<String> needed = CompiledProject.classes().stream()
                .flatMap(type -> type.getFields().stream())
                .filter(field -> StateRules.ALLOWED.containsKey(field.getFullName()) && !StateRules.isConstant(field))
                .map(JavaField::getFullName)
                .collect(Collectors.toSet());
        assertThat(needed).isEqualTo(StateRules.ALLOWED.keySet());
    }

    @Test
    void threadLocals_areNone() {
        CompiledProject.keeps(StateRules::threadLocals);
    }

    @Test
    void threadLocals_planted_areCaught() {
        CompiledProject.catches("threadlocals", StateRules::threadLocals);
    }

    @Test
    @Tag("F91")
    @DisplayName("91 no Java serialisation")
    void serialisation_isNone() {
        CompiledProject.keeps(StateRules::serialisation);
    }

    @Test
    void serialisation_planted_isCaught() {
        CompiledProject.catches("serialisation", StateRules::serialisation);
    }

    @Test
    @Tag("D17")
    void console_isForTheCommandLine() {
        CompiledProject.keeps(EnvironmentRules::console);
    }

    @Test
    void console_plantedPrint_isCaught() {
        CompiledProject.catches("console", EnvironmentRules::console);
    }

    @Test
    @DisplayName("60 an exception is logged with its class and its frames, and without its message")
    void c60_exceptions_areLoggedWithoutMessages() {
        CompiledProject.keeps(EnvironmentRules::logs);
    }

    @Test
    void c60_exceptions_plantedMessage_isCaught() {
        CompiledProject.catches("logs", EnvironmentRules::logs);
    }

    @Test
    @Tag("F136")
    @Tag("D3")
    @DisplayName("136 nothing is found by itself: a loader is searched only when it is named")
    void loaders_areGiven() {
        CompiledProject.keeps(EnvironmentRules::loaders);
    }

    @Test
    @Tag("F136")
    void loaders_plantedContextLoader_isCaught() {
        CompiledProject.catches("loaders", EnvironmentRules::loaders);
    }

    /** Returns the classes that a rule would find if it had no exceptions. */
    private static Set<String> breaking(Function<JavaClass, Stream<String>> rule) {
        return CompiledProject.classes().stream()
                .filter(type -> rule.apply(type).findAny().isPresent())
                .map(type -> ArchConditions.topLevel(type).substring(CompiledProject.ROOT.length() + 1))
                .collect(Collectors.toSet());
    }

    @Test
    void loaders_everyUserIsNeeded() {
        assertThat(breaking(EnvironmentRules::loaders)).isEqualTo(EnvironmentRules.LOADER_USERS.keySet());
    }

    @Test
    void properties_areLeftAlone() {
        CompiledProject.keeps(EnvironmentRules::properties);
    }

    @Test
    void properties_plantedWrite_isCaught() {
        CompiledProject.catches("properties", EnvironmentRules::properties);
    }

    @Test
    void properties_everyWriterIsNeeded() {
        assertThat(breaking(EnvironmentRules::properties)).isEqualTo(EnvironmentRules.PROPERTY_WRITERS.keySet());
    }

    @Test
    void world_belongsToTheAdapters() {
        CompiledProject.keeps(EnvironmentRules::world);
    }

    @Test
    void world_plantedTouch_isCaught() {
        CompiledProject.catches("environment", EnvironmentRules::world);
    }

    @Test
    void world_everyAdapterIsNeeded() {
        assertThat(breaking(EnvironmentRules::world)).isEqualTo(EnvironmentRules.ADAPTERS.keySet());
    }

    @Test
    @DisplayName("S21 a part of a content exists only with the values that were found in the whole")
    void s21_content_isCutByOneClass() {
        CompiledProject.keeps(ContentRules::cuts);
    }

    @Test
    void s21_content_plantedCut_isCaught() {
        CompiledProject.catches("cuts", ContentRules::cuts);
    }

    @Test
    void s21_content_everyCutterIsNeeded() {
        assertThat(breaking(ContentRules::cuts)).containsAll(ContentRules.CUTTERS.keySet());
    }
}
