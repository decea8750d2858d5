package dev.plumbline.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions.Reveal;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.policy.internal.ContextSnapshot;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All policies in the recommended order, with an observer. */
class AllPoliciesTest {
    private static final String LIST = "{\"value\":[1,2]}";
    private static final ContextSnapshot CONTEXT =
            new ContextSnapshot(Map.of("units", Json.of("mm")), Set.of(), Map.of("drawing", "1"), List.of());

    private final PolicyFixture fixture = new PolicyFixture();
    private final ScriptedProvider provider = ScriptedProvider.create();
    private final FakeResponseStore store = new FakeResponseStore();
    private final PolicyChain chain = PolicyChain.builder()
            .telemetry(fixture.clock)
            .addRequestPolicy("context", Policies.contextInjection())
            .addPolicy("cache", Policies.localCache(store, fixture.clock))
            .addPolicy("repair", Policies.repair(new SmallSchemaService(), 2))
            .addPolicy("retry", Policies.retry(RetryOptions.ofDefaults(), fixture.clock, () -> 1))
            .build(provider);

    private AiCall call(Reveal reveal) {
        return fixture.call(AiBody.of("Which?"))
                .outputSchema(SmallSchemaService.LIST)
                .reveal(reveal)
                .build()
                .withAttribute(SchemaDialect.KEY, SmallSchemaService.OBJECTS_ONLY)
                .withAttribute(ContextSnapshot.KEY, CONTEXT);
    }

    @ParameterizedTest
    @Tag("SH4")
    @Tag("SH56")
    @EnumSource(Reveal.class)
    void shown_is_returned_is_stored_is_replayed(Reveal reveal) {
        provider.failsAfter("{\"va", AiError.of(AiError.Category.TRUNCATED, "cut", "cut"))
                .says("{\"value\"", ":7}")
                .fails(AiError.Category.OVERLOADED)
                .says("Sorry! ", "{\"value\":", "[1,2]}");
        AiReturn first = chain.call(call(reveal));
        assertThat(first.text()).isEqualTo("[1,2]");
        assertThat(first.usage()).isEqualTo(Usage.of(20, 5).withCalls(2));
        assertShown(first);
        assertThat(store.entries.values())
                .singleElement()
                .satisfies(entry -> assertThat(CachedAnswerCodec.read(entry.answer()))
                        .hasValueSatisfying(
                                kept -> assertThat(kept.interactions()).isEqualTo(first.interactions())));
        assertThat(fixture.view.resets()).isEqualTo(reveal == Reveal.LIVE ? 3 : 0);
        assertThat(first.trace().note("cache")).isEqualTo("miss: no entry");
        assertThat(first.trace().note("repair")).isEqualTo("fits, extracted from other text, asked again 1 of 2");
        assertThat(first.trace().note("retry")).startsWith("attempt 2 of 4 after ");

        fixture.view.deltas.clear();
        AiReturn again = chain.call(call(reveal));
        assertThat(again.trace().note("cache")).startsWith("hit");
        assertThat(again.interactions()).isEqualTo(first.interactions());
        assertThat(again.usage()).isEqualTo(Usage.NONE);
        assertShown(again);
        assertThat(fixture.view.resets()).isZero();
        provider.expectPlayed();
    }

    private void assertShown(AiReturn ret) {
        AiReturn shown = fixture.view.shown();
        assertThat(shown.interactions()).isEqualTo(ret.interactions());
        assertThat(shown.usage()).isEqualTo(ret.usage());
        assertThat(shown.finish()).isEqualTo(ret.finish());
    }

    @Test
    @Tag("SH51")
    void telemetry_reports_everything_in_order() {
        provider.fails(AiError.Category.NETWORK).says("{}").says(LIST);
        chain.call(call(Reveal.LIVE));
        assertThat(fixture.events)
                .filteredOn(event -> !(event instanceof TelemetryEvent.DeltasReceived))
                .extracting(event -> event.getClass().getSimpleName())
                .containsExactly("CallStarted", "AttemptFailed", "WaitStarted", "FirstContentReceived", "CallFinished");
        assertThat(fixture.events(TelemetryEvent.CallFinished.class))
                .singleElement()
                .satisfies(end ->
                        assertThat(end.call().usage()).isEqualTo(Usage.of(20, 2).withCalls(2)));
    }

    @Test
    void delivered_text_is_repaired_in_sight_but_its_cut_is_final() {
        fixture.view.delivers = true;
        provider.says("{}").failsAfter("{\"va", AiError.of(AiError.Category.TRUNCATED, "cut", "cut"));
        AiReturn ret = chain.call(call(Reveal.LIVE));
        assertThat(ret.error().orElseThrow().category()).isEqualTo(AiError.Category.TRUNCATED);
        assertThat(ret.partialText()).isEqualTo("{\"va");
        assertShown(ret);
        assertThat(store.entries).isEmpty();
    }

    @Test
    void chain_refuses_retry_outside_cache_or_repair() {
        Policy retry = Policies.retry(RetryOptions.ofDefaults(), fixture.clock, () -> 1);
        Policy repair = Policies.repair(new SmallSchemaService(), 2);
        Policy cache = Policies.localCache(store, fixture.clock);
        assertRefused(retry, repair);
        assertRefused(retry, cache);
        assertRefused(repair, cache);
    }

    private void assertRefused(Policy outer, Policy inner) {
        PolicyChain.Builder builder =
                PolicyChain.builder().addPolicy("out", outer).addPolicy("in", inner);
        assertThatIllegalStateException()
                .isThrownBy(() -> builder.build(provider))
                .withMessageContaining("\"in\" must be outside \"out\"");
    }

    @Provide
    Arbitrary<List<Consumer<ScriptedProvider>>> scripts() {
        Arbitrary<Consumer<ScriptedProvider>> failures = Arbitraries.of(
                        AiError.Category.NETWORK,
                        AiError.Category.TRUNCATED,
                        AiError.Category.AUTHENTICATION,
                        AiError.Category.CANCELLED)
                .flatMap(category ->
                        Arbitraries.of("", "{\"va", "[1]").map(text -> script -> failing(script, category, text)));
        Arbitrary<Consumer<ScriptedProvider>> answers = Arbitraries.of(
                        LIST, "{ \"value\" : [3] }", "So: " + LIST + "!", "{}", "[1]", "{\"value\":1}", "words", " ")
                .flatMap(text ->
                        Arbitraries.integers().between(1, 5).map(size -> script -> script.says(pieces(text, size))));
        Arbitrary<Consumer<ScriptedProvider>> ends = Arbitraries.of(FinishReason.values())
                .map(reason -> script -> script.streams(List.of(
                        new AiDelta.Reasoning("hm"),
                        new AiDelta.Text(LIST),
                        new AiDelta.UsageReport(Usage.of(3, 4)),
                        new AiDelta.Finish(reason))));
        Arbitrary<Consumer<ScriptedProvider>> tools = Arbitraries.just(
                script -> script.callsTool("wall", Map.of("x", 1)).nextRound());
        return Arbitraries.oneOf(failures, answers, ends, tools)
                .list()
                .ofMinSize(1)
                .ofMaxSize(8);
    }

    private static void failing(ScriptedProvider script, AiError.Category category, String text) {
        if (text.isEmpty()) {
            script.fails(category);
        } else {
            script.failsAfter(text, AiError.of(category, "x", "y"));
        }
    }

    private static String[] pieces(String text, int size) {
        return Arrays.stream(text.split("(?<=\\G.{" + size + "})")).toArray(String[]::new);
    }

    /** Whatever the model does, in whatever pieces, watched or not. */
    @Property(tries = 500)
    void what_is_shown_is_what_is_returned_and_kept(
            @ForAll("scripts") List<Consumer<ScriptedProvider>> script,
            @ForAll Reveal reveal,
            @ForAll boolean delivers) {
        new AllPoliciesTest().play(script, reveal, delivers); // tries share an instance of this class
    }

    private void play(List<Consumer<ScriptedProvider>> script, Reveal reveal, boolean delivers) {
        fixture.view.delivers = delivers;
        script.forEach(step -> step.accept(provider));
        AiReturn first = chain.call(call(reveal));
        assertShown(first);
        assertThat(fixture.view.resets() == 0 || reveal == Reveal.LIVE).isTrue();
        boolean fits = first.isOk() && first.toolCalls().isEmpty() && first.finish() == FinishReason.STOP;
        assertThat(store.entries).hasSize(fits ? 1 : 0);
        if (fits) {
            assertThat(first.json().kind()).isEqualTo(Json.Kind.ARRAY);
            int calls = provider.calls().size();
            fixture.view.deltas.clear();
            AiReturn again = chain.call(call(reveal));
            assertShown(again);
            assertThat(again.interactions()).isEqualTo(first.interactions());
            assertThat(again.usage()).isEqualTo(Usage.NONE);
            assertThat(provider.calls()).hasSize(calls);
        }
    }
}
