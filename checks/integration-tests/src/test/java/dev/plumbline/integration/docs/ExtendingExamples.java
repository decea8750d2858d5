package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.extensions.Extensions;
import dev.plumbline.extensions.NoteStore;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Extension;
import dev.plumbline.plugin.Skill;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.tool.Tool;
import dev.plumbline.ui.Question;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.prefs.Preferences;

/** The programs of docs/extending.md. */
final class ExtendingExamples {
    private ExtendingExamples() {}

    record DoorCatalog(List<String> doors) {
        @Tool(value = "Finds doors by a word.", readOnly = true)
        List<String> findDoors(String word) {
            return doors.stream().filter(door -> door.contains(word)).toList();
        }
    }

    record StairTools() {
        @Tool("Draws a stair.")
        String drawStair(int steps) {
            return steps + " steps";
        }
    }

    /** Everything about doors, for any runtime. */
    record Doors(DoorCatalog catalog) implements Extension {
        @Override
        public void contribute(Contributions to) {
            to.addTools(catalog)
                    .addContext(ContextSource.of("doors", catalog::doors))
                    .addToolPolicy("door-words", "@Doors", (call, next) -> {
                        String word = call.call().arguments().get("word").asText();
                        return next.proceed(call.withArguments(Json.of(Map.of("word", word.strip()))));
                    })
                    .addObserver(event -> {});
        }
    }

    static AiRuntime withDoors(AiProvider provider, DoorCatalog catalog) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addExtension(new Doors(catalog))
                .build();
    }

    static ConversationSession forDocument(AiRuntime ai, DoorCatalog plan, Path file) {
        return ai.session(
                AiBody.builder().toolFilter("*").contextFilter("*").build(),
                SessionOptions.builder().namespace(file.toString()).build(),
                own -> own.addTools(plan)
                        .addContext("document", () -> file.getFileName().toString()));
    }

    static AiRuntime withSkills(AiProvider provider) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addSkill(Skill.of("stairs", "Designs stairs by the building code.")
                        .withInstructions("Twice the rise and one run are 630 mm.")
                        .withTools(new StairTools())
                        .withOnDemand())
                .build();
    }

    static AiRuntime withFolders(
            AiProvider provider, Consumer<Question> dialog, Path own, Path ofOthers, Path approvals) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addSkill(Skill.fromFolder(own))
                .addSkill(Skill.fromFolder(ofOthers, approvals))
                .questionHandler(dialog)
                .build();
    }

    static AiRuntime everyday(AiProvider provider, AiRuntime cheap, Preferences preferences) {
        NoteStore notebook = NoteStore.persistent(
                () -> Optional.ofNullable(preferences.get("notes", null)), text -> preferences.put("notes", text));
        return AiRuntime.builder()
                .addProvider(provider)
                .addExtension(Extensions.logging(System.getLogger("assistant")))
                .addExtension(Extensions.errorTracking(3))
                .addExtension(Extensions.memory(notebook))
                .addExtension(Extensions.documents("handbook", () -> Map.of("Doors", "900 mm wide."), 8_000))
                .addRequestPolicy(
                        "brief",
                        RequestPolicy.instructionIf(call -> call.effective().size() > 20, "Be brief."))
                .addExtension(Extensions.experiment("cheap", cheap::send, Runnable::run, outcome -> {}))
                .build();
    }
}
