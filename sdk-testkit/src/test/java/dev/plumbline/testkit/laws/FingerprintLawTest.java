package dev.plumbline.testkit.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions.CacheMode;
import dev.plumbline.call.SessionOptions.Reveal;
import dev.plumbline.call.TypedKey;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.testkit.VirtualClock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.junit.jupiter.api.Test;

/** What a fingerprint does not see, and what it cannot miss, for all bodies. */
class FingerprintLawTest {
    private static final ModelId MODEL = ModelId.parse("scripted:script");

    @Property(tries = 300)
    @Tag("F95")
    void keyOrderAndNumberSpelling_areNotSeen(@ForAll("bodies") AiBody body) {
        AiBody respelled = AiBody.from(JsonMutations.respelled(body.toJson()));

        assertThat(respelled.fingerprint()).isEqualTo(body.fingerprint());
        assertThat(respelled).isEqualTo(body);
    }

    @Property(tries = 300)
    @Tag("SH101")
    @Tag("SH112")
    void builderPath_isNotSeen(@ForAll("bodies") AiBody body) {
        AiBody grown = AiBody.builder()
                .toolFilter(body.toolFilter().text())
                .contextFilter(body.contextFilter().text())
                .build();
        grown = body.outputSchema()
                .map(grown.toBuilder()::outputSchema)
                .orElse(grown.toBuilder())
                .build();
        for (Interaction item : body.interactions()) {
            grown.fingerprint();
            grown = grown.withAdded(item);
        }

        assertThat(grown.fingerprint()).isEqualTo(body.fingerprint());
        assertThat(body.toBuilder().build().fingerprint()).isEqualTo(body.fingerprint());
        assertThat(Transcript.empty().appendAll(body.interactions()).digest())
                .isEqualTo(body.interactions().digest());
    }

    @Property(tries = 300)
    void callIds_areSeenByOrderOnly(@ForAll("bodies") AiBody body) {
        List<Interaction> renamed = new ArrayList<>();
        for (Interaction item : body.interactions()) {
            renamed.add(renamed(item));
        }

        AiBody other = body.toBuilder().build();
        AiBody.Builder builder = AiBody.builder()
                .addAll(renamed)
                .toolFilter(other.toolFilter().text())
                .contextFilter(other.contextFilter().text());
        other.outputSchema().ifPresent(builder::outputSchema);

        assertThat(builder.build().fingerprint()).isEqualTo(body.fingerprint());
    }

    @Property(tries = 300)
    @Tag("SH99")
    void everyLeaf_isSeen(@ForAll("bodies") AiBody body) {
        for (Json mutant : JsonMutations.mutants(body.toJson())) {
            // who wrote an opaque part is neither in its equality nor in the fingerprint
            Optional<AiBody> other = read(mutant).filter(changed -> !changed.equals(body));

            other.ifPresent(changed -> assertThat(changed.fingerprint())
                    .as("%s instead of %s", mutant.text(), body.toJson().text())
                    .isNotEqualTo(body.fingerprint()));
        }
    }

    @Property(tries = 300)
    @Tag("SH112")
    void order_isSeen(@ForAll("items") List<Interaction> items) {
        for (int i = 1; i < items.size(); i++) {
            List<Interaction> swapped = new ArrayList<>(items);
            Collections.swap(swapped, i - 1, i);
            boolean different = !items.get(i - 1).equals(items.get(i));

            assertThat(fingerprint(swapped).equals(fingerprint(items))).isNotEqualTo(different);
        }
    }

    @Property(tries = 200)
    void everyItem_isSeen(@ForAll("items") List<Interaction> items, @ForAll("interactions") Interaction more) {
        List<Interaction> longer = new ArrayList<>(items);
        longer.add(more);

        assertThat(fingerprint(longer)).isNotEqualTo(fingerprint(items));
    }

    @Property(tries = 200)
    @Tag("SH112")
    void bodies_thatDiffer_haveOtherFingerprints(@ForAll("bodies") AiBody one, @ForAll("bodies") AiBody other) {
        Assume.that(!one.equals(other));

        assertThat(one.fingerprint()).isNotEqualTo(other.fingerprint());
    }

    @Property(tries = 200)
    @Tag("SH110")
    @Tag("F103")
    @Label("103 volatile data is excluded by type: ids, handles and notes change no fingerprint of a call")
    void volatileData_isNotSeen(@ForAll("bodies") AiBody body, @ForAll String word) {
        AiCall call = AiCall.of(body, MODEL);
        AiCall other = AiCall.builder(body, MODEL)
                .ids(new CallIds(word, "turn", 3, word))
                .cancellation(Cancellation.create(VirtualClock.create()))
                .sink(delta -> {})
                .observer(event -> {})
                .reveal(Reveal.WHEN_COMPLETE)
                .cacheMode(CacheMode.values()[0])
                .build()
                .withAttribute(TypedKey.of("test.note", String.class), word);

        assertThat(other.fingerprint()).isEqualTo(call.fingerprint());
        assertThat(call.withOptions(ModelOptions.builder().seed(7).build()).fingerprint())
                .isNotEqualTo(call.fingerprint());
        assertThat(call.withModel(ModelId.parse("scripted:other")).fingerprint())
                .isNotEqualTo(call.fingerprint());
    }

    @Test
    void leaves_areFoundAtEveryDepth() {
        Json json = Json.parse("{\"a\":[1,{\"b\":\"x\",\"id\":\"call_1\"}],\"c\":true,\"d\":null}");

        assertThat(JsonMutations.mutants(json))
                .extracting(Json::text)
                .containsExactlyInAnyOrder(
                        "{\"a\":[2,{\"b\":\"x\",\"id\":\"call_1\"}],\"c\":true,\"d\":null}",
                        "{\"a\":[1,{\"b\":\"xx\",\"id\":\"call_1\"}],\"c\":true,\"d\":null}",
                        "{\"a\":[1,{\"b\":\"x\",\"id\":\"call_1\"}],\"c\":false,\"d\":null}",
                        "{\"a\":[1,{\"b\":\"x\",\"id\":\"call_1\"}],\"c\":true,\"d\":0}");
    }

    private static Fingerprint fingerprint(List<Interaction> items) {
        return AiCall.builder(AiBody.of("x"), MODEL).effective(items).build().fingerprint();
    }

    private static Interaction renamed(Interaction item) {
        if (item instanceof Interaction.ToolCall call) {
            return new Interaction.ToolCall("other-" + call.id(), call.name(), call.arguments());
        }
        return item instanceof Interaction.ToolResult result
                ? new Interaction.ToolResult("other-" + result.callId(), result.envelope())
                : item;
    }

    /** The body, unless the mutant is none: a code, a kind or a media type is of a closed list. */
    private static Optional<AiBody> read(Json mutant) {
        try {
            return Optional.of(AiBody.from(mutant));
        } catch (JsonException | IllegalArgumentException | IllegalStateException notABody) {
            return Optional.empty();
        }
    }

    @Provide
    Arbitrary<AiBody> bodies() {
        return AiArbitraries.bodies();
    }

    @Provide
    Arbitrary<List<Interaction>> items() {
        return AiArbitraries.transcripts();
    }

    @Provide
    Arbitrary<Interaction> interactions() {
        return AiArbitraries.interactions();
    }
}
