package dev.plumbline.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions.CacheMode;
import dev.plumbline.call.SessionOptions.Reveal;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.CallRecord;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.ScriptedProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CachePolicyTest {
    private final PolicyFixture fixture = new PolicyFixture();
    private final ScriptedProvider provider = ScriptedProvider.create();
    private final FakeResponseStore store = new FakeResponseStore();
    private final PolicyChain chain = chain(Duration.ofDays(7));

    private PolicyChain chain(Duration ttl) {
        return fixture.cached(store, ttl, provider);
    }

    private String note(AiReturn ret) {
        return ret.trace().note("cache");
    }

    @Test
    @Tag("SH173")
    void equal_call_is_answered_from_the_store() {
        provider.says("Hello", " there");
        AiReturn first = chain.call(fixture.call("hi"));
        AiReturn again = chain.call(fixture.call("hi"));
        assertThat(note(first)).isEqualTo("miss: no entry");
        assertThat(note(again)).startsWith("hit");
        assertThat(again.text()).isEqualTo("Hello there");
        assertThat(again.interactions()).isEqualTo(first.interactions());
        assertThat(again.model()).isEqualTo(first.model());
        assertThat(again.trace().steps().get(0).shortCircuit()).isTrue();
        provider.expectPlayed();
    }

    @ParameterizedTest
    @Tag("F94")
    @Tag("H22")
    @EnumSource(Reveal.class)
    @DisplayName("94 hit replays the stream: same content and end, no usage counted twice")
    void hit_replays_the_stream(Reveal reveal) {
        provider.says("Hello", " there");
        AiReturn first = chain.call(fixture.call(AiBody.of("hi")).reveal(reveal).build());
        fixture.view.deltas.clear();
        AiReturn again = chain.call(fixture.call(AiBody.of("hi")).reveal(reveal).build());
        assertThat(fixture.view.shown().interactions()).isEqualTo(first.interactions());
        assertThat(fixture.view.shown().finish()).isEqualTo(FinishReason.STOP);
        assertThat(fixture.view.shown().usage()).isEqualTo(Usage.NONE);
        assertThat(again.usage()).isEqualTo(Usage.NONE);
        assertThat(again.finish()).isEqualTo(first.finish());
    }

    @Test
    @Tag("SH159")
    void hit_carries_the_ids_of_the_call_that_asked() {
        provider.says("Hello");
        CallIds ids = new CallIds("s", "t", 1, "r2");
        chain.call(fixture.call("hi"));
        assertThat(chain.call(fixture.call(AiBody.of("hi")).ids(ids).build()).ids())
                .isEqualTo(ids);
    }

    @Test
    @DisplayName("P16 every part of an answer survives but what a service has bound to the conversation of the first")
    void p16_every_part_but_opaque_ones_survives() {
        Blob blob = Blob.of(new byte[] {1, 2, 3}, "image/png");
        provider.streams(List.of(
                new AiDelta.Reasoning("hm"),
                new AiDelta.Whole(new Part.Opaque("scripted", Json.parse("{\"sig\":1.50}"))),
                new AiDelta.Text("a"),
                new AiDelta.Boundary(),
                new AiDelta.Text("b \uD83D\uDE00"),
                new AiDelta.Whole(new Part.Image(blob)),
                new AiDelta.Finish(FinishReason.STOP)));
        AiReturn first = chain.call(fixture.call("hi"));
        AiReturn again = chain.call(fixture.call("hi"));
        assertThat(note(again)).startsWith("hit");
        assertThat(again.interactions()).isEqualTo(Interaction.withoutOpaque(first.interactions()));
        assertThat(again.interactions()).isNotEqualTo(first.interactions());
    }

    @Test
    @Tag("F92")
    @DisplayName("92 kept answer cannot be changed by who got it")
    void kept_answer_cannot_be_changed() {
        provider.says("Hello");
        List<Interaction> got = chain.call(fixture.call("hi")).interactions();
        assertThat(got).isUnmodifiable();
        assertThat(((Interaction.Assistant) got.get(0)).parts()).isUnmodifiable();
        chain.call(fixture.call("hi")).mapText(text -> "changed");
        assertThat(chain.call(fixture.call("hi")).text()).isEqualTo("Hello");
    }

    static List<List<AiDelta>> unfit() {
        AiDelta stop = new AiDelta.Finish(FinishReason.STOP);
        AiDelta text = new AiDelta.Text("some");
        return List.of(
                List.of(text, new AiDelta.Finish(FinishReason.LENGTH)),
                List.of(text, new AiDelta.Finish(FinishReason.CONTENT_FILTER)),
                List.of(text, new AiDelta.Finish(FinishReason.OTHER)),
                List.of(text),
                List.of(stop),
                List.of(new AiDelta.Text(" \n"), stop),
                List.of(new AiDelta.Reasoning("hm"), stop),
                List.of(new AiDelta.Refusal("no"), stop),
                List.of(text, new AiDelta.Refusal("no"), stop),
                List.of(text, new AiDelta.ToolCallPart(0, "c", "wall", "{}"), stop),
                List.of(new AiDelta.ToolCallPart(0, "c", "wall", "{}"), new AiDelta.Finish(FinishReason.TOOL_CALLS)));
    }

    @ParameterizedTest
    @Tag("F84")
    @MethodSource("unfit")
    @DisplayName("84 truncated, filtered, refused, empty and tool-calling answers are not kept")
    void unfit_answers_are_not_kept(List<AiDelta> deltas) {
        provider.streams(deltas).says("fresh");
        assertThat(note(chain.call(fixture.call("hi")))).startsWith("miss: no entry, not kept: ");
        assertThat(chain.call(fixture.call("hi")).text()).isEqualTo("fresh");
    }

    @Test
    @Tag("F84")
    @DisplayName("84 errors are not kept, with partial text or without")
    void failed_calls_are_not_kept() {
        provider.fails(AiError.Category.SERVER)
                .failsAfter("part", AiError.of(AiError.Category.TRUNCATED, "cut", "cut"))
                .says("fresh");
        assertThat(note(chain.call(fixture.call("hi")))).isEqualTo("miss: no entry, not kept: failed");
        assertThat(note(chain.call(fixture.call("hi")))).isEqualTo("miss: no entry, not kept: failed");
        assertThat(chain.call(fixture.call("hi")).text()).isEqualTo("fresh");
    }

    @Test
    @DisplayName("84 cancelled call is not kept, and not answered from the store")
    void cancelled_call_is_neither_kept_nor_answered() {
        provider.says("kept");
        chain.call(fixture.call("hi"));
        fixture.cancellation.cancel("enough");
        assertThat(chain.call(fixture.call("hi")).status()).isEqualTo(AiReturn.Status.CANCELLED);
        assertThat(chain.call(fixture.call("other")).status()).isEqualTo(AiReturn.Status.CANCELLED);
        assertThat(store.entries).hasSize(1);
    }

    @Test
    @DisplayName("81 answer of another provider is not kept under this one's key")
    void answer_of_another_provider_is_not_kept() {
        PolicyChain chain = PolicyChain.builder()
                .addPolicy("cache", Policies.localCache(store, fixture.clock))
                .addResponsePolicy(
                        "fallback",
                        (ret, call) ->
                                ret.toBuilder().model(new ModelId("other", "m")).build())
                .build(provider);
        provider.says("from afar");
        assertThat(note(chain.call(fixture.call("hi")))).endsWith("not kept: another provider answered");
        assertThat(store.entries).isEmpty();
    }

    @Test
    void bypass_neither_reads_nor_writes() {
        provider.says("kept").says("aside").says("other");
        chain.call(fixture.call("hi"));
        AiCall bypass =
                fixture.call(AiBody.of("hi")).cacheMode(CacheMode.BYPASS).build();
        AiReturn aside = chain.call(bypass);
        assertThat(aside.text()).isEqualTo("aside");
        assertThat(note(aside)).isEqualTo("bypass");
        assertThat(chain.call(fixture.call("hi")).text()).isEqualTo("kept");
    }

    @Test
    void refresh_asks_and_replaces() {
        provider.says("old").says("new");
        chain.call(fixture.call("hi"));
        AiReturn fresh = chain.call(
                fixture.call(AiBody.of("hi")).cacheMode(CacheMode.REFRESH).build());
        assertThat(fresh.text()).isEqualTo("new");
        assertThat(note(fresh)).isEqualTo("refresh");
        assertThat(chain.call(fixture.call("hi")).text()).isEqualTo("new");
    }

    @Test
    void refresh_that_fails_keeps_the_old_answer() {
        provider.says("old").fails(AiError.Category.SERVER);
        chain.call(fixture.call("hi"));
        chain.call(fixture.call(AiBody.of("hi")).cacheMode(CacheMode.REFRESH).build());
        assertThat(chain.call(fixture.call("hi")).text()).isEqualTo("old");
    }

    @Test
    @Tag("SH40")
    @Tag("F89")
    void entry_lives_until_its_time_is_over() {
        PolicyChain chain = chain(Duration.ofHours(1));
        provider.says("old").says("new");
        chain.call(fixture.call("hi"));
        fixture.clock.advance(Duration.ofHours(1).minusNanos(1));
        assertThat(chain.call(fixture.call("hi")).text()).isEqualTo("old");
        fixture.clock.advance(Duration.ofNanos(1));
        AiReturn ret = chain.call(fixture.call("hi"));
        assertThat(note(ret)).isEqualTo("miss: expired");
        assertThat(ret.text()).isEqualTo("new");
        assertThat(note(chain.call(fixture.call("hi")))).startsWith("hit");
    }

    @Test
    @Tag("F89")
    @DisplayName("89 entry from the future is a miss")
    void entry_from_the_future_is_a_miss() {
        provider.says("old").says("new");
        chain.call(fixture.call("hi"));
        fixture.clock.setTo(Duration.ofDays(-365));
        assertThat(note(chain.call(fixture.call("hi")))).isEqualTo("miss: refused entry, from the future");
        assertThat(note(chain.call(fixture.call("hi")))).startsWith("hit");
    }

    @ParameterizedTest
    @Tag("F135")
    @ValueSource(
            strings = {
                "null",
                "{}",
                "[]",
                "\"x\"",
                "{\"format\":1}",
                "{\"format\":2,\"model\":\"a:b\",\"finish\":\"STOP\",\"interactions\":[{\"kind\":\"assistant\",\"text\":\"x\"}]}",
                "{\"format\":1,\"model\":\"a:b\",\"finish\":\"LENGTH\",\"interactions\":[{\"kind\":\"assistant\",\"text\":\"x\"}]}",
                "{\"format\":1,\"model\":\"a\",\"finish\":\"STOP\",\"interactions\":[{\"kind\":\"assistant\",\"text\":\"x\"}]}",
                "{\"format\":1,\"model\":\"a:b\",\"finish\":\"STOP\",\"interactions\":[]}",
                "{\"format\":1,\"model\":\"a:b\",\"finish\":\"STOP\",\"interactions\":[{\"kind\":\"assistant\",\"text\":\"\"}]}",
                "{\"format\":1,\"model\":\"a:b\",\"finish\":\"STOP\",\"interactions\":[{\"kind\":\"system\",\"text\":\"x\"}]}",
                "{\"format\":1,\"model\":\"a:b\",\"finish\":\"STOP\",\"interactions\":[{\"kind\":\"wizard\"}]}",
                "{\"format\":1,\"model\":\"a:b\",\"finish\":\"STOP\",\"interactions\":[{\"kind\":\"tool_call\",\"id\":\"1\",\"name\":\"n\",\"arguments\":{}}]}"
            })
    @DisplayName("85 damaged or foreign entry is a miss and is dropped")
    void damaged_entry_is_dropped(String json) {
        provider.says("old").says("new");
        chain.call(fixture.call("hi"));
        store.entries.replaceAll((key, entry) -> new ResponseStore.Entry(Json.parse(json), entry.stored()));
        AiReturn ret = chain.call(fixture.call("hi"));
        assertThat(note(ret)).isEqualTo("miss: damaged entry");
        assertThat(store.invalidated).isEqualTo(1);
        assertThat(ret.text()).isEqualTo("new");
        assertThat(note(chain.call(fixture.call("hi")))).startsWith("hit");
    }

    @Test
    @DisplayName("87 store that throws never fails the call")
    void failing_store_never_fails_the_call() {
        provider.says("one").says("two");
        store.broken = true;
        AiReturn ret = chain.call(fixture.call("hi"));
        assertThat(ret.text()).isEqualTo("one");
        assertThat(note(ret)).isEqualTo("miss: store failed, not kept: store failed");
        assertThat(fixture.events(TelemetryEvent.ExtensionFailed.class))
                .extracting(TelemetryEvent.ExtensionFailed::extension)
                .containsOnly(TelemetryName.of("response-store"));
        store.broken = false;
        assertThat(chain.call(fixture.call("hi")).text()).isEqualTo("two");
    }

    @Test
    @DisplayName("C8 missing, expired, damaged and refused entries are four words in the trace and in telemetry")
    void c8_missesHaveFourWords() {
        provider.says("1").says("2").says("3").says("4").says("5");
        List<String> notes = new ArrayList<>();
        notes.add(note(chain.call(fixture.call("hi"))));
        fixture.clock.advance(Duration.ofDays(365));
        notes.add(note(chain.call(fixture.call("hi"))));
        store.refuses = Optional.of(AiError.Category.INVALID_RESPONSE);
        notes.add(note(chain.call(fixture.call("hi"))));
        store.refuses = Optional.empty();
        fixture.clock.setTo(Duration.ofDays(-365));
        notes.add(note(chain.call(fixture.call("hi"))));
        store.refuses = Optional.of(AiError.Category.TOO_LARGE);
        notes.add(note(chain.call(fixture.call("another"))));

        assertThat(notes)
                .containsExactly(
                        "miss: no entry",
                        "miss: expired",
                        "miss: damaged entry",
                        "miss: refused entry, from the future",
                        "miss: no entry, not kept: too large");
        assertThat(fixture.records())
                .flatExtracting(CallRecord::lookups)
                .extracting(lookup -> lookup.why().toString())
                .containsExactly("no-entry", "expired", "damaged", "refused", "no-entry");
        assertThat(fixture.events(TelemetryEvent.ExtensionFailed.class))
                .as("no failure of the store")
                .isEmpty();
    }

    @Test
    void telemetry_hears_why() {
        provider.says("one");
        chain.call(fixture.call("hi"));
        chain.call(fixture.call("hi"));
        assertThat(fixture.records())
                .flatExtracting(CallRecord::lookups)
                .containsExactly(
                        new CallRecord.CacheLookup(false, TelemetryName.of("no-entry")),
                        new CallRecord.CacheLookup(true, TelemetryName.of("hit"), OptionalLong.of(11)));
    }

    @Test
    @Tag("SH119")
    @DisplayName("N11 a cached answer says what it saved; an entry that does not know says nothing")
    void n11_hit_saysWhatItSaved() {
        provider.usage(Usage.of(1_200, 34)).says("one");
        chain.call(fixture.call("hi"));
        AiReturn again = chain.call(fixture.call("hi"));
        assertThat(note(again)).isEqualTo("hit: 1234 tokens saved");
        assertThat(again.usage()).isEqualTo(Usage.NONE);
        assertThat(fixture.records())
                .flatExtracting(CallRecord::lookups)
                .extracting(CallRecord.CacheLookup::savedTokens)
                .containsExactly(OptionalLong.empty(), OptionalLong.of(1_234));
        store.entries.replaceAll(
                (key, entry) -> new ResponseStore.Entry(entry.answer().with("tokens", "many"), entry.stored()));
        assertThat(note(chain.call(fixture.call("hi")))).isEqualTo("hit");
    }

    @Test
    void entry_is_plain_and_versioned() {
        provider.says("one");
        chain.call(fixture.call("hi"));
        assertThat(store.entries.values().iterator().next().answer().text())
                .isEqualTo(
                        "{\"format\":1,\"model\":\"scripted:script\",\"finish\":\"STOP\","
                                + "\"interactions\":[{\"kind\":\"assistant\",\"parts\":[{\"type\":\"text\",\"text\":\"one\"}]}],\"tokens\":11}");
        assertThat(store.entries.keySet().iterator().next())
                .isEqualTo(new ResponseStore.Key("", fixture.call("hi").fingerprint(), Map.of(), 1));
    }
}
