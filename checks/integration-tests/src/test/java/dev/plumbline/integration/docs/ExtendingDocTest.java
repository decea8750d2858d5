package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.prefs.AbstractPreferences;
import java.util.prefs.Preferences;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ExtendingDocTest {
    @Test
    @Tag("SH9")
    void doors_areListedFoundAndScoped() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("findDoors", Map.of("word", " oak "))
                .says("One.");
        try (AiRuntime ai = ExtendingExamples.withDoors(
                model, new ExtendingExamples.DoorCatalog(List.of("oak door", "tin door")))) {
            assertThat(ai.send(ComingFromExamples.body("An oak door?"))
                            .toolResults()
                            .get(0)
                            .envelope()
                            .toJson()
                            .text())
                    .contains("oak door")
                    .doesNotContain("tin door");
            assertThat(ai.describe()).contains("findDoors #read-only @Doors");
        }
    }

    @Test
    void document_hasItsOwnTools() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("findDoors", Map.of("word", "oak"))
                .says("One.")
                .says("None.");
        try (AiRuntime ai = AiRuntime.of(model)) {
            ExtendingExamples.forDocument(
                            ai, new ExtendingExamples.DoorCatalog(List.of("oak door")), Path.of("plans", "house.plan"))
                    .send("A door?");
            ai.send(ComingFromExamples.body("A door?"));
        }
        assertThat(model.calls().stream().map(call -> call.tools().size())).containsExactly(2, 2, 0);
    }

    @Test
    void stairs_areSwitchedOnWhenNeeded() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("use_stairs", Map.of())
                .nextRound()
                .callsTool("drawStair", Map.of("steps", 15))
                .says("15 steps.");
        try (AiRuntime ai = ExtendingExamples.withSkills(model)) {
            assertThat(ai.send(ComingFromExamples.body("A stair.")).text()).isEqualTo("15 steps.");
        }
    }

    @Test
    @Tag("C83")
    void everyday_remembers() {
        Preferences preferences = new Drawer();
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("remember", Map.of("name", "units", "text", "Inches."))
                .says("Noted.");
        try (AiRuntime cheap =
                        AiRuntime.of(ScriptedProvider.create().says("Well.").says("Well."));
                AiRuntime ai = ExtendingExamples.everyday(model, cheap, preferences)) {
            assertThat(ai.send(ComingFromExamples.body("I use inches.")).text()).isEqualTo("Noted.");
            assertThat(preferences.get("notes", "")).isEqualTo("{\"units\":\"Inches.\"}");
        }
    }

    /** Preferences that are kept nowhere. */
    private static final class Drawer extends AbstractPreferences {
        private final Map<String, String> kept = new java.util.HashMap<>();

        Drawer() {
            super(null, "");
        }

        @Override
        protected void putSpi(String key, String value) {
            kept.put(key, value);
        }

        @Override
        @SuppressWarnings("NullAway") // null is how preferences say that there is nothing
        protected String getSpi(String key) {
            return kept.get(key);
        }

        @Override
        protected void removeSpi(String key) {
            kept.remove(key);
        }

        @Override
        protected void removeNodeSpi() {}

        @Override
        protected String[] keysSpi() {
            return kept.keySet().toArray(String[]::new);
        }

        @Override
        protected String[] childrenNamesSpi() {
            return new String[0];
        }

        @Override
        protected AbstractPreferences childSpi(String name) {
            throw new UnsupportedOperationException(name);
        }

        @Override
        protected void syncSpi() {}

        @Override
        protected void flushSpi() {}
    }
}
