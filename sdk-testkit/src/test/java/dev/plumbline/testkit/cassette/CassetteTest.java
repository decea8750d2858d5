package dev.plumbline.testkit.cassette;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CassetteTest {
    private static final Supplier<AiProvider> NOBODY = () -> {
        throw new AssertionError("a replay asks nobody");
    };
    private static final Pattern MAIL = Pattern.compile("[a-z.]+@[a-z.]+");

    /** Hides addresses in each line; Redaction.mask() is tried in CassetteMaskLawTest of the integration tests. */
    private static final ResponsePolicy ADDRESSES = ResponsePolicy.filter(
            call -> DeltaFilter.byLine(line -> MAIL.matcher(line).replaceAll("[EMAIL]")));

    private static final ModelId MODEL = ModelId.parse("scripted:script");

    @TempDir
    private Path folder;

    private ResponsePolicy mask = ResponsePolicy.filter(call -> DeltaFilter.NONE);

    private Path file = Path.of("");

    @BeforeEach
    void name() {
        file = folder.resolve("tapes/room.json");
    }

    private static AiCall.Builder asking(String text) {
        return AiCall.builder(
                AiBody.builder().addSystem("You draw.").addUser(text).build(), MODEL);
    }

    private static AiCall call(String text) {
        return asking(text).build();
    }

    private AiReturn record(ScriptedProvider real, AiCall... calls) {
        try (AiProvider recording = Cassette.of(file, mask).recording().of(() -> real)) {
            AiReturn last = AiReturn.ofText("");
            for (AiCall call : calls) {
                last = recording.call(call);
            }
            return last;
        }
    }

    @Test
    void replay_isTheSameStream_withoutKeyOrNetwork() {
        List<AiDelta> stream = List.of(
                new AiDelta.Reasoning("hm"),
                new AiDelta.Text("first"),
                new AiDelta.Reset(2),
                new AiDelta.Text("a "),
                new AiDelta.Text("wall"),
                new AiDelta.Boundary(),
                new AiDelta.Refusal("not that"),
                new AiDelta.Whole(new Part.Image(Blob.of(new byte[] {1, 2}, "image/png"))),
                new AiDelta.Whole(new Part.Opaque("scripted", Json.object().with("signature", "abc"))),
                new AiDelta.ToolCallPart(0, "call_1", "drawWall", "{\"length\""),
                new AiDelta.ToolCallPart(0, "", "", ":5}"),
                new AiDelta.UsageReport(Usage.of(10, 7)),
                new AiDelta.Finish(FinishReason.TOOL_CALLS));
        AiReturn recorded = record(ScriptedProvider.create().streams(stream), call("A wall."));
        List<AiDelta> shown = new ArrayList<>();

        AiReturn replayed = Cassette.of(file, mask)
                .of(NOBODY)
                .call(asking("A wall.").sink(shown::add).build());

        assertThat(shown).isEqualTo(stream);
        assertThat(replayed.interactions()).isEqualTo(recorded.interactions());
        assertThat(replayed.usage()).isEqualTo(recorded.usage());
        assertThat(replayed.finish()).isEqualTo(FinishReason.TOOL_CALLS);
    }

    @Test
    void replay_speaksForTheProviderThatWasRecorded() {
        record(ScriptedProvider.create().says("a wall"), call("A wall."));
        AiProvider replay = Cassette.of(file, mask).of(NOBODY);

        assertThat(replay.id()).isEqualTo("scripted");
        assertThat(replay.defaultModel()).isEqualTo("script");
        assertThat(replay.schemaDialect()).isEqualTo(ScriptedProvider.create().schemaDialect());
    }

    @Test
    void file_holdsNoWordOfWhatWasAsked() throws IOException {
        record(ScriptedProvider.create().says("a wall"), call("The password is walnut."));

        assertThat(Files.readString(file))
                .contains("a wall")
                .doesNotContain("walnut")
                .doesNotContain("You draw");
    }

    @Test
    void whatTheMaskHides_isNeitherShownNorStored_whereverTheAnswerIsCut() throws IOException {
        mask = ADDRESSES;
        AiReturn seen = record(
                ScriptedProvider.create()
                        .streams(List.of(
                                new AiDelta.Text("to bob@exam"),
                                new AiDelta.Reset(2),
                                new AiDelta.Text("write to ann.b"),
                                new AiDelta.Text("erg@example"),
                                new AiDelta.Text(".org, please"),
                                new AiDelta.Whole(new Part.Opaque(
                                        "scripted", Json.object().with("notes", List.of("ann@example.org", 3)))),
                                new AiDelta.Finish(FinishReason.STOP))),
                call("Who?"));

        assertThat(seen.text()).isEqualTo("write to [EMAIL], please");
        assertThat(Files.readString(file)).contains("[EMAIL]").doesNotContain("exam");
        assertThat(Cassette.of(file, mask).of(NOBODY).call(call("Who?")).text()).isEqualTo(seen.text());
    }

    @Test
    @Tag("SH31")
    void callThatIsNotOnIt_saysWhatChanged() {
        Json schema = Json.object().with("type", "object");
        ToolDefinition wall = new ToolDefinition("drawWall", "Draws.", schema, Optional.empty(), Set.of(), "");
        ToolDefinition door = new ToolDefinition("addDoor", "Adds.", schema, Optional.empty(), Set.of(), "");
        ToolDefinition better = new ToolDefinition("drawWall", "Draws well.", schema, Optional.empty(), Set.of(), "");
        record(
                ScriptedProvider.create().says("a wall"),
                asking("A wall.").tools(List.of(wall, door)).build());
        AiProvider replay = Cassette.of(file, mask).of(NOBODY);

        assertThatThrownBy(() -> replay.call(asking("A door.")
                        .tools(List.of(better))
                        .options(ModelOptions.builder().temperature(1.0).build())
                        .build()))
                .isInstanceOf(AiException.class)
                .hasMessageContaining("not on the cassette room.json")
                .hasMessageContaining("options changed, tool drawWall changed, tool addDoor is gone")
                .hasMessageContaining("item 1 (user) changed")
                .hasMessageContaining("-Dplumbline.record=true")
                .hasMessageNotContaining("A door")
                .hasMessageNotContaining("system");
    }

    @Test
    void callsThatAreAlike_areAnsweredInTheirOrder_andNotOnceMore() {
        record(
                ScriptedProvider.create().fails(AiError.Category.OVERLOADED).says("a wall"),
                call("A wall."),
                call("A wall."));
        AiProvider replay = Cassette.of(file, mask).of(NOBODY);

        AiReturn first = replay.call(call("A wall."));
        assertThat(first.error().map(AiError::category)).contains(AiError.Category.OVERLOADED);
        assertThat(first.error().filter(AiError::retryable)).isPresent();
        assertThat(replay.call(call("A wall.")).text()).isEqualTo("a wall");
        assertThatThrownBy(() -> replay.call(call("A wall."))).hasMessageContaining("recorded 2 times");
    }

    @Test
    void lenientReplay_asksTheRealOne_andReportsIt() {
        record(ScriptedProvider.create().says("a wall").says("a door"), call("A wall."), call("A door."));
        ScriptedProvider real = ScriptedProvider.create().says("a window");
        List<String> drift = new ArrayList<>();
        AiProvider replay =
                Cassette.of(file, mask).lenient().reporting(drift::add).of(() -> real);

        assertThat(replay.call(call("A wall.")).text()).isEqualTo("a wall");
        assertThat(replay.call(call("A window.")).text()).isEqualTo("a window");

        replay.close();

        assertThat(drift).hasSize(2);
        assertThat(drift.get(0)).contains("item 1 (user) changed");
        assertThat(drift.get(1)).isEqualTo("recorded call 2 was not made");
    }

    private List<String> compared(ScriptedProvider now, AiCall... calls) {
        List<String> drift = new ArrayList<>();
        try (AiProvider compared =
                Cassette.of(file, mask).comparing().reporting(drift::add).of(() -> now)) {
            for (AiCall call : calls) {
                compared.call(call);
            }
        }
        return drift;
    }

    @Test
    @DisplayName("C5 a comparison names each difference of an answer by its place, without its words")
    void c5_comparing_namesEachDifference() {
        record(
                ScriptedProvider.create()
                        .callsTool("drawWall", Map.of("length", 5, "name", "north"))
                        .nextRound()
                        .says("a wall")
                        .fails(AiError.Category.OVERLOADED)
                        .usage(Usage.of(10, 7))
                        .says("same"),
                call("A wall."),
                call("Which?"),
                call("Failed?"),
                call("Same?"));

        assertThat(compared(
                        ScriptedProvider.create()
                                .callsTool("drawWall", Map.of("length", 6, "width", 1))
                                .nextRound()
                                .says("a door")
                                .says("done")
                                .usage(Usage.of(10, 8))
                                .says("same"),
                        call("A wall."),
                        call("Which?"),
                        call("Failed?"),
                        call("Same?")))
                .contains(
                        "the answer/item 0/arguments/length changed",
                        "the answer/item 0/arguments/name is gone",
                        "the answer/item 0/arguments/width is new",
                        "the answer/item 0/parts/0/text changed",
                        "the answer/error changed",
                        "the answer/item 0 is new",
                        "the answer/usage/output changed")
                .noneMatch(line -> line.contains("door") || line.contains("north"));
    }

    @Test
    @DisplayName("C5 a recording that fails replaces nothing, and says why")
    void c5_failedRecording_replacesNothing() throws IOException {
        record(ScriptedProvider.create().says("a wall").says("a door"), call("A wall."), call("A door."));
        String before = Files.readString(file);
        List<String> said = new ArrayList<>();
        Cassette cassette = Cassette.of(file, mask).recording().reporting(said::add);

        try (AiProvider dead =
                cassette.of(() -> ScriptedProvider.create().says("a wall").fails(AiError.Category.NETWORK))) {
            dead.call(call("A wall."));
            dead.call(call("A door."));
        }
        try (AiProvider broken = cassette.of(Broken::new)) {
            assertThatThrownBy(() -> broken.call(call("A wall."))).isInstanceOf(IllegalStateException.class);
        }
        try (AiProvider unused = cassette.of(ScriptedProvider::create)) {
            assertThat(unused.id()).isEqualTo("scripted");
        }

        assertThat(said)
                .containsExactly(
                        "nothing is recorded in room.json: call 2 failed with NETWORK",
                        "nothing is recorded in room.json: a call did not end",
                        "nothing is recorded in room.json: no call was made");
        assertThat(Files.readString(file)).isEqualTo(before);
        try (Stream<Path> files = Files.list(file.getParent())) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    @DisplayName("C5 until a recording ends, the file is the one before")
    void c5_recordingThatDidNotEnd_replacesNothing() throws IOException {
        record(ScriptedProvider.create().says("old"), call("A wall."));
        String before = Files.readString(file);
        AiProvider recording = Cassette.of(file, mask)
                .recording()
                .of(() -> ScriptedProvider.create().says("new"));
        recording.call(call("A wall."));

        assertThat(Files.readString(file)).isEqualTo(before);
        recording.close();
        assertThat(Files.readString(file)).contains("new");
    }

    @Test
    void missingFile_namesTheWayOut() {
        assertThatThrownBy(() -> Cassette.of(file, mask).of(NOBODY))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "there is no cassette room.json; run this test once with -Dplumbline.record=true and a key of"
                                + " the provider");
    }

    @Test
    void cancelledReplay_endsWithWhatHadCome() {
        record(ScriptedProvider.create().says("a ", "wall"), call("A wall."));
        Cancellation cancellation = Cancellation.create(VirtualClock.create());
        AiReturn cut = Cassette.of(file, mask)
                .of(NOBODY)
                .call(asking("A wall.")
                        .cancellation(cancellation)
                        .sink(delta -> cancellation.cancel("enough"))
                        .build());

        assertThat(cut.status()).isEqualTo(AiReturn.Status.CANCELLED);
        assertThat(cut.partialText()).isEqualTo("a ");
    }

    @Test
    void recordingAnew_forgetsTheOldOne() {
        record(ScriptedProvider.create().says("old"), call("A wall."));
        record(ScriptedProvider.create().says("new"), call("A door."));
        AiProvider replay = Cassette.of(file, mask).of(NOBODY);

        assertThat(replay.call(call("A door.")).text()).isEqualTo("new");
        assertThatThrownBy(() -> replay.call(call("A wall."))).isInstanceOf(AiException.class);
    }

    /** A provider with an error in its code. */
    private static final class Broken implements AiProvider {
        @Override
        public AiReturn call(AiCall call) {
            throw new IllegalStateException("broken");
        }

        @Override
        public String id() {
            return "broken";
        }

        @Override
        public String defaultModel() {
            return "broken";
        }
    }
}
