package dev.plumbline.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.json.Json;
import dev.plumbline.policies.Policies.Moderator;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The policies that read content: history reduction and moderation. */
class ContentPoliciesTest {
    private final PolicyFixture fixture = new PolicyFixture();
    private final ScriptedProvider provider = ScriptedProvider.create();

    private PolicyChain chain(Policy policy) {
        return PolicyChain.builder().addPolicy("policy", policy).build(provider);
    }

    /** Instructions, then so many turns of about 100 tokens, each with a tool call and its result, then a question. */
    private AiCall longCall(int turns) {
        List<Interaction> said = new ArrayList<>();
        said.add(new Interaction.System("Draw."));
        for (int i = 0; i < turns; i++) {
            said.add(Interaction.user("question " + i + " " + "x".repeat(380)));
            said.add(new Interaction.ToolCall("c" + i, "walls", Json.object()));
            said.add(new Interaction.ToolResult("c" + i, ToolEnvelope.ok(Map.of("walls", 4))));
        }
        said.add(Interaction.user("And now?"));
        return fixture.call(AiBody.of("hi")).effective(said).build();
    }

    @Test
    @Tag("C34")
    @Tag("C101")
    @Tag("F67")
    @Tag("H43")
    @DisplayName("67 history is cut between turns: no call is parted from its result")
    void history_isCutBetweenTurns() {
        AiCall call = longCall(6);
        for (int tokens = 1; tokens < 800; tokens += 7) {
            provider.says("ok");
            AiReturn ret = chain(Policies.historyReduction(tokens)).call(call);
            assertThat(ret.isOk()).as("%d tokens", tokens).isTrue();
            List<Interaction> sent =
                    provider.calls().get(provider.calls().size() - 1).effective();
            assertThat(sent.get(0)).isEqualTo(call.effective().get(0));
            assertThat(sent.get(sent.size() - 1)).isEqualTo(Interaction.user("And now?"));
            assertThat((sent.size() - 2) % 3).isZero();
        }
    }

    @Test
    @Tag("SH53")
    @Tag("H43")
    void history_thatFitsIsLeftAlone() {
        provider.says("ok");
        AiCall call = longCall(3);
        AiReturn ret = chain(Policies.historyReduction(10_000)).call(call);
        assertThat(provider.calls().get(0).effective()).isEqualTo(call.effective());
        assertThat(ret.trace().note("policy")).isEmpty();
    }

    @Test
    @Tag("C101")
    void summary_standsForTheTurnsThatWentAndIsAskedForOnce() {
        PolicyChain chain = chain(Policies.historySummary(150));
        provider.says("They drew walls.").says("one").says("two");
        AiReturn first = chain.call(longCall(3));
        assertThat(first.text()).isEqualTo("one");
        assertThat(first.trace().note("policy")).isEqualTo("summarised 2 turns");
        assertThat(fixture.view.shown().partialText()).isEqualTo("one");
        List<Interaction> sent = provider.calls().get(1).effective();
        assertThat(sent.get(1)).isEqualTo(new Interaction.Summary("They drew walls."));
        assertThat(sent).hasSize(6);
        assertThat(chain.call(longCall(3)).text()).isEqualTo("two");
        provider.expectPlayed();
    }

    @Test
    void summary_thatFailsLeavesTheTurnsOut() {
        provider.fails(AiError.Category.SERVER).says("one");
        AiReturn ret = chain(Policies.historySummary(150)).call(longCall(3));
        assertThat(ret.text()).isEqualTo("one");
        assertThat(ret.trace().note("policy")).isEqualTo("left out 2 turns");
    }

    private static Moderator words() {
        return Moderator.ofWords(Map.of("bomb", TelemetryName.of("violence")));
    }

    @Test
    @Tag("SH39")
    void moderation_refusesAQuestionBeforeAnybodySeesIt() {
        AiReturn ret = chain(Policies.moderation(words())).call(fixture.call("Draw a BOMB."));
        assertThat(ret.error().orElseThrow().category()).isEqualTo(AiError.Category.CONTENT_FILTERED);
        assertThat(ret.error().orElseThrow().message()).contains("violence").doesNotContain("BOMB");
        assertThat(provider.calls()).isEmpty();
    }

    @Test
    @Tag("C104")
    void moderation_withholdsAnAnswerOfWhichNothingWasShown() {
        provider.says("A bo", "mb", " is simple");
        AiReturn ret = chain(Policies.moderation(words())).call(fixture.call("hi"));
        assertThat(ret.error().orElseThrow().code()).isEqualTo("moderation");
        assertThat(ret.interactions()).isEmpty();
        assertThat(fixture.view.shown().partialText()).isEmpty();
        assertThat(ret.usage().total()).isPositive();
    }

    @Test
    void moderation_letsThroughWhatNothingSpeaksAgainst() {
        provider.says("A wa", "ll");
        AiReturn ret = chain(Policies.moderation(words())).call(fixture.call("hi"));
        assertThat(ret.text()).isEqualTo("A wall");
        assertThat(fixture.view.shown().partialText()).isEqualTo("A wall");
    }

    @Test
    void moderation_mayAskTheModelAside() {
        Moderator asking = (text, aside) ->
                aside.apply(AiBody.of("Is this rude? " + text)).text().equals("yes")
                        ? Optional.of(TelemetryName.of("rude"))
                        : Optional.empty();
        provider.says("no").says("You fool").says("yes");
        AiReturn ret = chain(Policies.moderation(asking)).call(fixture.call("hi"));
        assertThat(ret.error().orElseThrow().message()).contains("rude");
        assertThat(fixture.view.shown().partialText()).isEmpty();
        provider.expectPlayed();
    }

    @Test
    @Tag("F106")
    @DisplayName("106 moderator that throws ends the call")
    void moderation_thatThrowsFailsClosed() {
        Moderator broken = (text, aside) -> {
            throw new IllegalStateException("analyzer down");
        };
        AiReturn ret = chain(Policies.moderation(broken)).call(fixture.call("hi"));
        assertThat(ret.error().orElseThrow().category()).isEqualTo(AiError.Category.EXTENSION);
        assertThat(provider.calls()).isEmpty();
    }
}
