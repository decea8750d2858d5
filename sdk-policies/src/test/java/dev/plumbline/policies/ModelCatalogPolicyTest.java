package dev.plumbline.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ModelCatalogPolicyTest {
    private static final ModelId MODEL = ModelId.parse("scripted:script");

    private final ScriptedProvider provider = ScriptedProvider.create();
    private ModelCatalog catalog = ModelCatalog.of(MODEL, List.of());
    private final PolicyChain chain = PolicyChain.builder()
            .addPolicy("models", Policies.models(() -> catalog))
            .build(provider);

    @Test
    @Tag("SH39")
    @Tag("SH136")
    @Tag("M2")
    void call_that_needs_what_the_model_lacks_is_refused_before_it_is_sent() {
        know("{'id': 'scripted:script', 'cannot': ['IMAGE_INPUT']}, {'id': 'scripted:eyes', 'can': ['IMAGE_INPUT']}");
        AiReturn ret = chain.call(AiCall.of(picture(), MODEL));
        assertThat(ret.error().orElseThrow().category()).isEqualTo(AiError.Category.CAPABILITY);
        assertThat(ret.error().orElseThrow().message()).contains("IMAGE_INPUT", "scripted:eyes");
        assertThat(provider.calls()).isEmpty();
    }

    @Test
    @Tag("SH6")
    void unknown_model_passes_and_the_trace_says_what_was_not_checked() {
        provider.says("a sketch");
        AiReturn ret = chain.call(AiCall.of(picture(), MODEL));
        assertThat(ret.isOk()).isTrue();
        assertThat(ret.trace().note("models")).isEqualTo("scripted:script: named; not known: IMAGE_INPUT");
    }

    @Test
    @Tag("M2")
    @DisplayName("21 a selection is made once, and again when the catalogue, the model or the need is another one")
    void selection_isMadeOnce() {
        for (int i = 0; i < 5; i++) {
            provider.says("a sketch");
        }
        AiReturn first = chain.call(AiCall.of(picture(), MODEL));
        AiReturn second = chain.call(AiCall.of(picture(), MODEL));
        assertThat(second.trace().note("models"))
                .isSameAs(first.trace().note("models"))
                .isEqualTo("scripted:script: named; not known: IMAGE_INPUT");
        ModelId other = ModelId.parse("scripted:other");
        assertThat(chain.call(AiCall.of(picture(), other)).trace().note("models"))
                .startsWith("scripted:other");
        AiCall shaped = AiCall.of(AiBody.of("hi"), MODEL).withOutputSchema(Json.object());
        assertThat(chain.call(shaped).trace().note("models")).endsWith("JSON_SCHEMA");
        know("{'id': 'scripted:script', 'cannot': ['JSON_SCHEMA']}");
        assertThat(chain.call(shaped).error().orElseThrow().category()).isEqualTo(AiError.Category.CAPABILITY);
    }

    @Test
    void call_that_needs_nothing_says_nothing() {
        provider.says("hi");
        AiReturn ret = chain.call(AiCall.of(AiBody.of("hi"), MODEL));
        assertThat(ret.trace().note("models")).isEmpty();
        assertThat(ret.cost()).isEmpty();
    }

    @Test
    void shape_is_a_need() {
        know("{'id': 'scripted:script', 'cannot': ['JSON_SCHEMA']}");
        AiCall call = AiCall.of(AiBody.of("hi"), MODEL).withOutputSchema(Json.object());
        assertThat(chain.call(call).error().orElseThrow().category()).isEqualTo(AiError.Category.CAPABILITY);
    }

    @Test
    void answer_has_its_price() {
        know(
                "{'id': 'scripted:script', 'prices': {'from': '1970-01-01', 'source': 'a test', 'input': '1', 'output': '3', 'currency': 'EUR'}}");
        provider.usage(Usage.of(1000, 100)).says("hi");
        AiReturn ret = chain.call(AiCall.of(AiBody.of("hi"), MODEL));
        assertThat(ret.cost()).map(Cost::toString).contains("0.0013 EUR");
    }

    @Test
    void answer_that_was_not_counted_or_not_given_has_no_price() {
        know(
                "{'id': 'scripted:script', 'prices': {'from': '1970-01-01', 'source': 'a test', 'input': '1', 'output': '3', 'currency': 'EUR'}}");
        provider.usage(Usage.of(0, 0)).says("hi").fails(AiError.Category.NETWORK);
        assertThat(chain.call(AiCall.of(AiBody.of("hi"), MODEL)).cost()).isEmpty();
        assertThat(chain.call(AiCall.of(AiBody.of("hi"), MODEL)).cost()).isEmpty();
    }

    @Test
    void w5_modelNearItsEnd_warnsOnce() {
        VirtualClock clock = VirtualClock.paused();
        LocalDate end = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).plusDays(200);
        know("{'id': 'scripted:script', 'shutdown': '" + end + "'}");
        assertThat(remark(clock)).isEmpty();
        clock.advance(Duration.ofDays(120));
        assertThat(remark(clock)).isEqualTo("model scripted:script is shut down on " + end + "; choose another one");
        assertThat(remark(clock)).isEmpty();
    }

    private String remark(VirtualClock clock) {
        provider.usage(Usage.of(10, 1)).says("hi");
        AiCall call = AiCall.of(AiBody.of("hi"), MODEL).withAttribute(AiCall.SCHEDULER, clock);
        return chain.call(call).trace().note("models");
    }

    @Test
    void kept_answer_costs_nothing() {
        know(
                "{'id': 'scripted:script', 'prices': {'from': '1970-01-01', 'source': 'a test', 'input': '1', 'output': '3', 'currency': 'EUR'}}");
        PolicyChain kept = PolicyChain.builder()
                .addPolicy("models", Policies.models(() -> catalog))
                .addPolicy(
                        "memory",
                        (call, next) -> AiReturn.builder()
                                .model(call.model())
                                .usage(Usage.NONE)
                                .build())
                .build(provider);
        assertThat(kept.call(AiCall.of(AiBody.of("hi"), MODEL)).cost())
                .map(Cost::toString)
                .contains("0 EUR");
    }

    @Test
    void news_count_from_the_next_call_on() {
        provider.says("hi").says("hi");
        assertThat(chain.call(AiCall.of(AiBody.of("hi"), MODEL)).cost()).isEmpty();
        know(
                "{'id': 'scripted:script', 'prices': {'from': '1970-01-01', 'source': 'a test', 'input': '1', 'output': '3', 'currency': 'EUR'}}");
        assertThat(chain.call(AiCall.of(AiBody.of("hi"), MODEL)).cost()).isPresent();
    }

    private static AiBody picture() {
        Part image = new Part.Image(Blob.of(new byte[] {1, 2, 3}, "image/png"));
        return AiBody.builder().addUser(image).build();
    }

    private void know(String rows) {
        String file = "{\"format\": \"plumbline-models/1\", \"models\": [" + rows.replace('\'', '"') + "]}";
        catalog = catalog.merged(file.getBytes(StandardCharsets.UTF_8));
    }
}
