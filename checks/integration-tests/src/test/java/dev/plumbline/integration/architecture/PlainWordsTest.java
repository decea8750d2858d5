package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whether code, comments, messages and pages use the terms of the field. */
class PlainWordsTest {
    /** Where the words mean what they say, or are quoted: the beginning of a place, and why. */
    private static final Map<String, String> ALLOWED = Map.ofEntries(
            Map.entry("examples/", "floor plans have rooms and doors, editors have layers"),
            Map.entry(
                    "sdk-policies/src/main/java/dev/plumbline/redaction/SecretNouns.java",
                    "words of users: the code of a door"),
            Map.entry("docs/coming-from.md", "a catalogue of doors as the sample"),
            Map.entry("docs/extending.md", "a catalogue of doors as the sample"),
            Map.entry("docs/plugins.md", "a catalogue of doors as the sample"),
            Map.entry("docs/policies.md", "drawings as the sample"),
            Map.entry("docs/schemas.md", "a floor plan as the sample"),
            Map.entry("docs/testing.md", "a drawing as the sample"),
            Map.entry("docs/requirements.md", "layers of drawings"),
            Map.entry("checks/benchmarks/src/main/", "sample conversations about floor plans"),
            Map.entry("checks/comparison/harness/src/main/", "sample conversations about floor plans"),
            Map.entry("sdk-testkit/src/main/", "sample conversations about floor plans"),
            Map.entry("addons/sdk-cli/src/main/java/dev/plumbline/cli/DemoCommand.java", "the demo draws a house"),
            Map.entry(
                    "sdk-api/src/main/java/dev/plumbline/event/TelemetryEvent.java",
                    "EgressDecided.door is a name in stored events"),
            Map.entry(
                    "addons/sdk-web/src/main/java/dev/plumbline/web/TurnDescription.java",
                    "it reads EgressDecided.door"),
            Map.entry("addons/sdk-web/src/main/java/dev/plumbline/web/TurnJson.java", "it reads EgressDecided.door"),
            Map.entry(
                    "addons/sdk-extensions/src/main/java/dev/plumbline/extensions/NoteTools.java",
                    "a description that models receive, hence part of fingerprints"));

    private static final String[] UNCLEAR = {
        "What was promised, what was kept, and how it failed",
        "The house is a star",
        "is a hall and wants to be split",
        "doors for bytes of strangers",
        "what comes along, as CycloneDX",
        "is the house itself",
        "The door of this room",
        "a layer asks the chain it stands in",
        "What it is to the rules of order",
        "A say in the conversation loop",
        "is none of this conversation",
        "can be asked in other words",
        "time does not run back",
        "The caller goes.",
        "so many at most, none when idle for a while",
        "What of it nobody knows",
        "fast where you say POOL",
        "What its caller gave up never starts",
        "changed behind a yes makes it void",
    };

    @Test
    @DisplayName("A11 code, comments, messages and pages use the terms of the field")
    void a11_noMetaphors() throws IOException {
        Path root = CompiledProject.folder();
        Map<String, List<String>> found = new LinkedHashMap<>();
        for (Path file :
                PlainWords.files(root, place -> ALLOWED.keySet().stream().noneMatch(place::startsWith))) {
            List<String> lines = PlainWords.in(Files.readString(file));
            if (!lines.isEmpty()) {
                found.put(PlainWords.place(root, file), lines);
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    @DisplayName("A12 sentences that readers did not understand are gone")
    void a12_unclearSentences() throws IOException {
        for (Path file : PlainWords.files(CompiledProject.folder(), place -> !place.equals("CHANGELOG.md"))) {
            assertThat(Files.readString(file).replaceAll("\\s+(\\* )?", " "))
                    .as(file.toString())
                    .doesNotContain(UNCLEAR);
        }
    }

    @Test
    void allowList_hasNothingThatIsNotNeeded() throws IOException {
        Path root = CompiledProject.folder();
        TreeSet<String> used = new TreeSet<>();
        for (Path file : PlainWords.files(root, place -> true)) {
            if (!PlainWords.in(Files.readString(file)).isEmpty()) {
                ALLOWED.keySet().stream()
                        .filter(PlainWords.place(root, file)::startsWith)
                        .forEach(used::add);
            }
        }
        assertThat(used).isEqualTo(new TreeSet<>(ALLOWED.keySet()));
    }

    @Test
    @Tag("FA11")
    void words_areFoundInIdentifiers_andNotInsideOthers() {
        List<String> lines = new ArrayList<>();
        lines.add("private final List<Object> outerLayers;");
        lines.add("the outdoor mushroom chopped player untold plane");
        lines.add("int nextHop = 1;");
        lines.add("It stands on a member.");
        lines.add("MOST_LAYERS = 3;");
        assertThat(PlainWords.in(String.join("\n", lines)))
                .extracting(line -> line.substring(0, line.indexOf(':')))
                .containsExactly("1", "3", "4", "5");
    }
}
