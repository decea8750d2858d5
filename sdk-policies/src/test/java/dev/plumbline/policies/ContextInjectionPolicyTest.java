package dev.plumbline.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.json.Json;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.policy.internal.ContextSnapshot;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ContextInjectionPolicyTest {
    private final ScriptedProvider provider = ScriptedProvider.create().says("ok");
    private final PolicyChain chain = PolicyChain.builder()
            .addRequestPolicy("context", Policies.contextInjection())
            .build(provider);

    private static AiCall call(ContextSnapshot snapshot) {
        AiBody body = AiBody.builder().addSystem("Draw.").addUser("A room").build();
        return AiCall.of(body, PolicyFixture.MODEL).withAttribute(ContextSnapshot.KEY, snapshot);
    }

    private static ContextSnapshot snapshot(Map<String, Json> values, Set<String> unkeyed) {
        return new ContextSnapshot(values, unkeyed, Map.of(), List.of());
    }

    @Test
    @Tag("SH53")
    void call_without_snapshot_is_itself() {
        AiCall call = AiCall.of(AiBody.of("hi"), PolicyFixture.MODEL);
        assertThat(Policies.contextInjection().onRequest(call)).isSameAs(call);
    }

    @Test
    @Tag("SH103")
    void call_with_empty_snapshot_is_itself() {
        AiCall call = call(ContextSnapshot.EMPTY);
        assertThat(Policies.contextInjection().onRequest(call)).isSameAs(call);
    }

    @Test
    @Tag("SH103")
    @Tag("SH111")
    @Tag("SH112")
    @DisplayName("P1 facts are told behind everything that was said, as one interaction in the given order")
    void p1_facts_standBehindTheMessage() {
        Map<String, Json> values = new LinkedHashMap<>();
        values.put("units", Json.of("mm"));
        values.put("layer", Json.of(3));
        PolicyChain.ChainResult answer = chain.execute(call(snapshot(values, Set.of())));
        List<Interaction> sent = provider.calls().get(0).effective();
        assertThat(sent)
                .extracting(Interaction::kind)
                .containsExactly(Interaction.Kind.SYSTEM, Interaction.Kind.USER, Interaction.Kind.CONTEXT);
        assertThat(((Interaction.Context) sent.get(2)).values()).containsExactlyEntriesOf(values);
        assertThat(answer.facts()).contains((Interaction.Context) sent.get(2));
    }

    /** Returns what is told in a call behind a question before which these facts were told. */
    private static Optional<Interaction.Context> told(Map<String, Json> before, ContextSnapshot now) {
        AiBody body = AiBody.builder().addUser("A room").build();
        AiCall asked = AiCall.of(body, PolicyFixture.MODEL);
        AiCall call = asked.withEffective(asked.effective().append(new Interaction.Context(before)))
                .withAttribute(ContextSnapshot.KEY, now);
        AiCall after = Policies.contextInjection().onRequest(call);
        assertThat(after.effective().prefix(call.effective().size())).isEqualTo(call.effective());
        return after.effective().size() == call.effective().size() ? Optional.empty() : after.facts();
    }

    @Test
    @DisplayName("P1 P2 a fact is told again only if it has changed, and null when there is none any more")
    void p1_changes_areTold() {
        Map<String, Json> before = Map.of("units", Json.of("mm"), "selection", Json.of("wall 3"));
        assertThat(told(before, snapshot(before, Set.of()))).isEmpty();
        assertThat(told(before, snapshot(Map.of("units", Json.of("in"), "selection", Json.of("wall 3")), Set.of())))
                .contains(new Interaction.Context(Map.of("units", Json.of("in"))));
        ContextSnapshot nothingSelected =
                new ContextSnapshot(Map.of("units", Json.of("mm")), Set.of(), Map.of(), List.of("selection"));
        Json none = Json.parse("null");
        assertThat(told(before, nothingSelected)).contains(new Interaction.Context(Map.of("selection", none)));
        assertThat(told(Map.of("units", Json.of("mm"), "selection", none), nothingSelected))
                .isEmpty();
        assertThat(told(Map.of("units", Json.of("mm")), nothingSelected)).isEmpty();
    }

    @Test
    @DisplayName("P16 a fact outside the key stays outside where it was told earlier, too, and alone leaves no trace")
    void p16_factsOutsideTheKey_countNowhere() {
        AiBody body = AiBody.builder()
                .addUser("A room")
                .addAssistant("Here.")
                .addUser("And a door")
                .build();
        AiCall without = AiCall.of(body, PolicyFixture.MODEL).withCacheIrrelevantContext(Set.of("time"));
        AiCall with = without.withEffective(List.of(
                body.interactions().get(0),
                new Interaction.Context(Map.of("time", Json.of("9:00"))),
                body.interactions().get(1),
                body.interactions().get(2)));
        assertThat(with.fingerprint()).isEqualTo(without.fingerprint());
    }

    @Test
    @Tag("SH7")
    @Tag("SH102")
    void stored_body_is_untouched() {
        AiCall call = call(snapshot(Map.of("units", Json.of("mm")), Set.of()));
        AiBody before = call.body();
        chain.call(call);
        assertThat(provider.calls().get(0).body()).isSameAs(before);
        assertThat(before.interactions()).hasSize(2);
    }

    @Test
    @Tag("SH58")
    @Tag("SH113")
    void unkeyed_facts_are_sent_but_do_not_count() {
        AiCall early = Policies.contextInjection()
                .onRequest(call(snapshot(Map.of("time", Json.of("9:00"), "units", Json.of("mm")), Set.of("time"))));
        AiCall late = Policies.contextInjection()
                .onRequest(call(snapshot(Map.of("time", Json.of("9:01"), "units", Json.of("mm")), Set.of("time"))));
        AiCall inches = Policies.contextInjection()
                .onRequest(call(snapshot(Map.of("time", Json.of("9:00"), "units", Json.of("in")), Set.of("time"))));
        assertThat(late.fingerprint()).isEqualTo(early.fingerprint());
        assertThat(late.effective()).isNotEqualTo(early.effective());
        assertThat(inches.fingerprint()).isNotEqualTo(early.fingerprint());
    }

    @Test
    void unkeyed_facts_of_an_outer_policy_stay_unkeyed() {
        AiCall call = call(snapshot(Map.of("time", Json.of("9:00")), Set.of("time")))
                .withCacheIrrelevantContext(Set.of("mood"));
        assertThat(Policies.contextInjection().onRequest(call).cacheIrrelevantContext())
                .containsExactlyInAnyOrder("time", "mood");
    }

    @Test
    @Tag("SH26")
    @Tag("SH43")
    @Tag("SH58")
    void resources_count_and_are_not_sent() {
        ContextSnapshot snapshot = new ContextSnapshot(Map.of(), Set.of(), Map.of("drawing", "abc"), List.of());
        AiCall call = call(snapshot);
        AiCall sent = Policies.contextInjection().onRequest(call);
        assertThat(sent.resources()).containsEntry("drawing", "abc");
        assertThat(sent.effective()).isEqualTo(call.effective());
    }

    @Test
    @Tag("SH104")
    void missing_keys_are_a_remark_in_the_trace() {
        ContextSnapshot snapshot = new ContextSnapshot(Map.of(), Set.of(), Map.of(), List.of("units", "layer"));
        AiReturn ret = chain.call(call(snapshot));
        assertThat(ret.trace().note("context")).isEqualTo("missing: units, layer");
        assertThat(provider.calls().get(0).effective()).hasSize(2);
    }
}
