package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import dev.plumbline.policy.internal.WholeConversation;
import dev.plumbline.provider.Secret;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What leaves, and what comes back. */
class RedactionTest {
    private static final String MAIL = "anna.berg@example.org";
    private static final String MAIL_NAME = RedactionFixture.pseudonym("MAIL", MAIL);

    private final RedactionFixture desk = RedactionFixture.ofDefaults();

    private static Interaction.Assistant assistant(String text) {
        return new Interaction.Assistant(List.of(new Part.Text(text)));
    }

    @Test
    void mail_leavesAsPseudonymAndComesBack() {
        desk.provider.says("I wrote to " + MAIL_NAME + ".");
        AiReturn ret = desk.ask(Interaction.user("Write to " + MAIL + " please"));
        assertThat(desk.sent()).containsExactly(Interaction.user("Write to " + MAIL_NAME + " please"));
        assertThat(ret.text()).isEqualTo("I wrote to " + MAIL + ".");
        assertThat(ret.trace().note("redaction")).isEqualTo("redacted: 1");
    }

    @Test
    void pseudonym_inPiecesIsNeverShownInPart() {
        String[] letters = ("To " + MAIL_NAME + "!").split("");
        desk.provider.says(letters);
        desk.ask(Interaction.user("Write to " + MAIL));
        StringBuilder soFar = new StringBuilder();
        for (AiDelta delta : desk.shown) {
            if (delta instanceof AiDelta.Text text) {
                soFar.append(text.text());
                assertThat("To " + MAIL + "!").startsWith(soFar);
            }
        }
        assertThat(soFar).hasToString("To " + MAIL + "!");
    }

    @Test
    @DisplayName("52 a pseudonym inside a word stays, because its value would not be hidden there in the next call")
    void w52_insideAWord() {
        desk.provider.says("i" + MAIL_NAME + "0");
        assertThat(desk.ask(Interaction.user(MAIL)).text()).isEqualTo("i" + MAIL_NAME + "0");
    }

    @Test
    void pseudonym_nobodyMadeStays() {
        desk.provider.says("MAIL_0123456789abcdef and MAIL_");
        assertThat(desk.ask(Interaction.user(MAIL)).text()).isEqualTo("MAIL_0123456789abcdef and MAIL_");
    }

    @Test
    void value_saidAgainWithoutItsWordIsHidden() {
        desk.provider.says("ok");
        desk.ask(
                Interaction.user("my password: tr0ub4dor3x"),
                assistant("tr0ub4dor3x is too short"),
                Interaction.user("why is tr0ub4dor3x short?"));
        assertThat(desk.sentText()).doesNotContain("tr0ub4dor3x");
    }

    @Test
    void password_isHiddenWithItsMarks() {
        desk.provider.says("ok");
        desk.ask(Interaction.user("{\"password\":\"Tr0ub4dor&3x#\"}, or password: Tr0ub4dor&3y!"));
        assertThat(desk.sentText()).doesNotContain("Tr0ub").doesNotContain("&3").contains("KEY_");
    }

    @Test
    @DisplayName("24 the quote that ends a string of JSON, and the escape before it, are not hidden with the value")
    void quoteAfterValue_isNotHidden() {
        desk.provider.says("ok");
        desk.ask(Interaction.user("{\"page\":\"{\\\"to\\\":\\\"" + MAIL + "\\\",\\\"text\\\":1}\"}"));
        assertThat(((Part.Text) ((Interaction.User) desk.sent().get(0)).parts().get(0)).text())
                .isEqualTo("{\"page\":\"{\\\"to\\\":\\\"" + MAIL_NAME + "\\\",\\\"text\\\":1}\"}");
    }

    @Test
    @DisplayName("24 an escaped tab or line break before a value is not hidden with it")
    void escapeBeforeValue_isNotHidden() {
        desk.provider.says("ok");
        desk.ask(Interaction.user("{\"to\":\"x\\n" + MAIL + "\\t" + MAIL + "\"}"));
        assertThat(((Part.Text) ((Interaction.User) desk.sent().get(0)).parts().get(0)).text())
                .isEqualTo("{\"to\":\"x\\n" + MAIL_NAME + "\\t" + MAIL_NAME + "\"}");
    }

    @Test
    void value_foundLaterIsHiddenInWhatWasSaidBefore() {
        desk.provider.says("ok", "").says("ok");
        AiCall first = desk.call(List.of(Interaction.user("tr0ub4dor3x")));
        desk.ask(first);
        assertThat(desk.sentText()).contains("tr0ub4dor3x");
        desk.ask(desk.builder(first.effective()
                        .append(assistant("what is it?"))
                        .append(Interaction.user("the password: tr0ub4dor3x")))
                .build());
        assertThat(desk.sentText()).doesNotContain("tr0ub4dor3x");
    }

    @Test
    @Tag("F107")
    void values_areHiddenWhereverTheyStand() {
        desk.provider.says("ok");
        Json arguments = Json.parse("{\"to\":[\"" + MAIL + "\"],\"" + MAIL + "\":1,\"card\":4111111111111111}");
        desk.ask(
                new Interaction.Context(Map.of("owner", Json.of(MAIL))),
                new Interaction.System("Answer for " + MAIL),
                Interaction.user("hello"),
                new Interaction.Assistant(
                        List.of(new Part.Reasoning("is it " + MAIL + "?"), new Part.Refusal("not " + MAIL))),
                new Interaction.ToolCall("c1", "send", arguments),
                new Interaction.ToolResult("c1", ToolEnvelope.ok(Map.of("sent", "to <" + MAIL + ">"))),
                new Interaction.ToolCall("c2", "send", Json.object()),
                new Interaction.ToolResult(
                        "c2",
                        ToolEnvelope.failed(ToolEnvelope.Code.FAILED, MAIL + " bounced")
                                .withMeta("log", MAIL)),
                new Interaction.Summary("They wrote to " + MAIL));
        assertThat(desk.sentText()).doesNotContain("anna").doesNotContain("4111111111111111");
        assertThat(desk.sent()).hasSize(9);
    }

    @Test
    @Tag("F107")
    @DisplayName("107 tools and the shape of the answer are scanned, too; names of tools stay")
    void offer_isRedacted() {
        desk.provider.says("{\"to\":\"" + MAIL_NAME + "\"}");
        Json schema = Json.parse("{\"type\":\"object\",\"description\":\"for " + MAIL + "\"}");
        ToolDefinition tool =
                new ToolDefinition("send", "Sends as " + MAIL, schema, Optional.empty(), Set.of("destructive"), "");
        AiReturn ret = desk.ask(desk.builder(List.of(Interaction.user("hi")))
                .tools(List.of(tool))
                .outputSchema(schema)
                .build());
        assertThat(desk.sentText()).doesNotContain("anna").contains("Sends as " + MAIL_NAME);
        assertThat(desk.last().tools().get(0).name()).isEqualTo("send");
        assertThat(ret.text()).isEqualTo("{\"to\":\"" + MAIL + "\"}");
    }

    @Test
    @Tag("SH155")
    void arguments_comeBackAsJson() {
        RedactionOptions options = RedactionOptions.ofDefaults().withPattern("Hof \"[A-Z]\"");
        RedactionFixture quoted = new RedactionFixture(options);
        String name = RedactionFixture.pseudonym("PATTERN", "Hof \"A\"");
        quoted.provider.callsTool("open", Map.of("place", name, "mail", MAIL_NAME));
        AiReturn ret = quoted.ask(Interaction.user("Open Hof \"A\" for " + MAIL));
        Interaction.ToolCall call = (Interaction.ToolCall) ret.interactions().get(0);
        assertThat(call.arguments().get("place").asText()).isEqualTo("Hof \"A\"");
        assertThat(call.arguments().get("mail").asText()).isEqualTo(MAIL);
    }

    @Test
    void answer_withAShapeComesBackAsJson() {
        RedactionFixture quoted =
                new RedactionFixture(RedactionOptions.ofDefaults().withPattern("Hof \"[A-Z]\""));
        quoted.provider.says("{\"place\":\"" + RedactionFixture.pseudonym("PATTERN", "Hof \"A\"") + "\"}");
        AiReturn ret = quoted.ask(quoted.builder(List.of(Interaction.user("Where is Hof \"A\"?")))
                .outputSchema(Json.parse("{\"type\":\"object\"}"))
                .build());
        assertThat(Json.parse(ret.text()).get("place").asText()).isEqualTo("Hof \"A\"");
    }

    @Test
    void nothingFound_changesNothing() {
        desk.provider.says("MAIL_0123456789abcdef");
        AiCall call = desk.call(List.of(Interaction.user("a wall of 3,50 m at 12x34")));
        AiReturn ret = desk.ask(call);
        assertThat(desk.last().effective()).isSameAs(call.effective());
        assertThat(ret.trace().note("redaction")).isEmpty();
    }

    @Test
    void namespaces_haveTheirOwnPseudonyms() {
        assertThat(new PseudonymGenerator(RedactionFixture.KEY, "one").of("MAIL", MAIL))
                .isEqualTo(new PseudonymGenerator(RedactionFixture.KEY, "one").of("MAIL", MAIL))
                .isNotEqualTo(new PseudonymGenerator(RedactionFixture.KEY, "two").of("MAIL", MAIL))
                .isNotEqualTo(new PseudonymGenerator(Secret.of("other".toCharArray()), "one").of("MAIL", MAIL))
                .isNotEqualTo(new PseudonymGenerator(RedactionFixture.KEY, "one").of("PHONE", MAIL));
    }

    @Test
    @DisplayName("S16 a key of pseudonyms below 16 characters is refused, and nothing is sent")
    void s16_shortKey_isRefused() {
        RedactionFixture own =
                new RedactionFixture(RedactionOptions.ofDefaults().withKey(Secret.of("fifteen letters".toCharArray())));
        own.provider.says("a");
        assertThat(own.ask(own.call(List.of(Interaction.user(MAIL)))).isOk()).isFalse();
        assertThat(own.provider.calls()).isEmpty();
        assertThatIllegalStateException()
                .isThrownBy(() -> RedactionOptions.ofDefaults()
                        .withKey(Secret.of(new char[15]))
                        .key()
                        .orElseThrow()
                        .reveal())
                .withMessageContaining("at least 16 characters, not 15");
    }

    @Test
    void namespace_thatChangesInOneConversationIsSeen() {
        desk.provider.says("a").says("b");
        AiCall call = desk.call(List.of(Interaction.user(MAIL)));
        desk.ask(call);
        desk.ask(desk.builder(call.effective()).namespace("other").build());
        assertThat(desk.sent())
                .containsExactly(
                        Interaction.user(new PseudonymGenerator(RedactionFixture.KEY, "other").of("MAIL", MAIL)));
    }

    @Test
    void media_areRefusedUnlessSet() {
        Interaction picture = new Interaction.User(List.of(new Part.Image(Blob.of(new byte[] {1}, "image/png"))));
        AiReturn ret = desk.ask(picture);
        assertThat(ret.error().orElseThrow().category()).isEqualTo(AiError.Category.POLICY_DENIED);
        assertThat(desk.provider.calls()).isEmpty();
        RedactionFixture open =
                new RedactionFixture(RedactionOptions.ofDefaults().withRefuseImages(false));
        open.provider.says("a wall");
        assertThat(open.ask(picture).text()).isEqualTo("a wall");
    }

    @Test
    @Tag("F107")
    void file_thatPassesHasItsNameRedacted() {
        RedactionFixture open =
                new RedactionFixture(RedactionOptions.ofDefaults().withRefuseImages(false));
        open.provider.says("ok");
        open.ask(new Interaction.User(
                List.of(new Part.File(MAIL + ".pdf", Blob.of(new byte[] {1}, "application/pdf")))));
        assertThat(open.sentText()).doesNotContain("anna");
    }

    @Test
    void reasoningAndRefusal_areRestored() {
        desk.provider.streams(List.of(
                new AiDelta.Reasoning("is it " + MAIL_NAME.substring(0, 9)),
                new AiDelta.Reasoning(MAIL_NAME.substring(9)),
                new AiDelta.Text("I say " + MAIL_NAME),
                new AiDelta.Refusal(MAIL_NAME),
                new AiDelta.Finish(FinishReason.STOP)));
        AiReturn ret = desk.ask(Interaction.user(MAIL));
        assertThat(ret.interactions())
                .containsExactly(new Interaction.Assistant(List.of(
                        new Part.Reasoning("is it " + MAIL), new Part.Text("I say " + MAIL), new Part.Refusal(MAIL))));
    }

    @Test
    void failedAnswer_isRestoredAsFarAsItCame() {
        desk.provider.failsAfter(
                "To " + MAIL_NAME + " and MAIL_01", AiError.of(AiError.Category.SERVER, "down", "down"));
        AiReturn ret = desk.ask(Interaction.user(MAIL));
        assertThat(ret.isOk()).isFalse();
        assertThat(ret.partialText()).isEqualTo("To " + MAIL + " and MAIL_01");
    }

    /** The state of a branch of a session. */
    private record BranchState(State session, State branch) implements State {
        @Override
        public <T> T get(StateKey<T> key) {
            return of(key).get(key);
        }

        @Override
        public <T> T update(StateKey<T> key, UnaryOperator<T> change) {
            return of(key).update(key, change);
        }

        private State of(StateKey<?> key) {
            return key.scope() == StateKey.Scope.SESSION ? session : branch;
        }
    }

    @Test
    @DisplayName("60 a conversation is searched once, not again at the first call of each of its branches")
    void w60_conversationIsSearchedOnce() {
        List<Interaction> said = List.of(Interaction.user("Write to " + MAIL + "."), Interaction.user("Go on."));
        AtomicInteger searched = new AtomicInteger();
        State session = State.inMemory();
        for (int i = 0; i < 3; i++) {
            desk.provider.says("Yes.");
            AiReturn ret = desk.ask(desk.builder(List.of(Interaction.user("Branch " + i + ".")))
                    .state(new BranchState(session, State.inMemory()))
                    .addNote(WholeConversation.KEY, () -> {
                        searched.incrementAndGet();
                        return said;
                    })
                    .build());
            assertThat(ret.isOk()).isTrue();
        }
        assertThat(searched).hasValue(1);
    }
}
