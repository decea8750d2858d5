package dev.plumbline.integration.vendors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.integration.vendors.SentTranscript.Said;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.tool.Tool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Our SDK and a mock server that others wrote: what it says is read, and its journal holds what we really sent. */
@Tag("external")
class AimockServerTest {
    private static AimockServer aimock;

    @BeforeAll
    static void start() throws IOException {
        Optional<String> missing = AimockServer.missing();
        assumeTrue(missing.isEmpty(), () -> "SKIPPED, and it should not be: " + missing.orElse(""));
        aimock = AimockServer.start();
    }

    @AfterAll
    static void stop() {
        if (aimock != null) {
            aimock.close();
            assertThat(aimock.isRunning()).isFalse();
        }
    }

    @AfterEach
    void forget() {
        aimock.calm();
        aimock.forgetJournal();
    }

    @ParameterizedTest
    @Tag("M6")
    @EnumSource
    void words_inPiecesOfOneCharacter_areRead(VendorClient format) {
        AiReturn ret = ask(format.ours(aimock.address()), "How long is it?");

        assertThat(ret.orThrow().text()).isEqualTo("Größe: 5 m 🧱\nand \"not\" more.");
        assertThat(ret.finish()).isEqualTo(FinishReason.STOP);
    }

    @ParameterizedTest
    @EnumSource
    void wholeAnswer_isReadTheSame(VendorClient format) {
        AiReturn ret = ask(format.ours(aimock.address(), false), "How long is it?");

        assertThat(ret.orThrow().text()).isEqualTo("Größe: 5 m 🧱\nand \"not\" more.");
    }

    @ParameterizedTest
    @EnumSource
    void turnWithATool_isAnsweredAndItsRequestsAreWhatWeMeant(VendorClient format) {
        Walls walls = new Walls();

        assertThat(drawn(format, walls).orThrow().text()).contains("The wall stands");
        assertThat(walls.drawn).containsExactly("5 left 🧱");
        assertThat(aimock.journal())
                .hasSize(2)
                .allMatch(request -> request.text().contains("Draw a wall."));
        assertThat(aimock.journal().get(1).text()).contains("drawWall", "drawn, all of it");
    }

    /** The journal holds requests in the form of chat, whatever they came in: the call and its one result have one id. */
    @ParameterizedTest
    @EnumSource
    void journal_showsTheCallAnsweredOnceUnderItsId(VendorClient format) {
        drawn(format, new Walls());
        Json second = aimock.journal().get(1);

        List<Said.Call> calls = SentTranscript.CHAT.calls(second);
        assertThat(calls).hasSize(1);
        assertThat(calls.get(0).asked().arguments().get("metres").asInt()).isEqualTo(5);
        assertThat(SentTranscript.CHAT.only(second, Said.Result.class))
                .extracting(Said.Result::id)
                .containsExactly(calls.get(0).id());
    }

    private static AiReturn drawn(VendorClient format, Walls walls) {
        try (AiRuntime ai = AiRuntime.builder()
                        .addProvider(format.ours(aimock.address()))
                        .addTools(walls)
                        .build();
                ConversationSession session =
                        ai.session(AiBody.builder().toolFilter("*").build())) {
            return session.send("Draw a wall.");
        }
    }

    @ParameterizedTest
    @EnumSource
    void chaos_isAnErrorOfItsKind(VendorClient format) {
        Map<String, AiError.Category> kinds = Map.of(
                "dropRate", AiError.Category.SERVER,
                "disconnectRate", AiError.Category.NETWORK,
                "rateLimitRate", AiError.Category.RATE_LIMITED,
                "malformedRate", AiError.Category.PROTOCOL);
        kinds.forEach((rate, category) -> {
            aimock.chaos(rate);
            AiReturn ret = ask(format.ours(aimock.address()), "How long is it?");
            aimock.calm();

            assertThat(ret.error().map(AiError::category)).as(rate).contains(category);
        });
    }

    private static AiReturn ask(AiProvider provider, String question) {
        try (provider) {
            return provider.call(AiCall.of(AiBody.of(question), new ModelId(provider.id(), "m")));
        }
    }

    static final class Walls {
        private final List<String> drawn = new ArrayList<>();

        @Tool("Draws a wall.")
        String drawWall(int metres, String side) {
            drawn.add(metres + " " + side);
            return "drawn, all of it";
        }
    }
}
