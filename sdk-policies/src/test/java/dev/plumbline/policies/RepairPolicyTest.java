package dev.plumbline.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions.Reveal;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallRecord;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RepairPolicyTest {
    private static final String GOOD = "{\"x\":1,\"y\":2}";
    private static final AiDelta STOP = new AiDelta.Finish(FinishReason.STOP);

    private final PolicyFixture fixture = new PolicyFixture();
    private final ScriptedProvider provider = ScriptedProvider.create();
    private final PolicyChain chain = chain(2);

    private PolicyChain chain(int attempts) {
        return PolicyChain.builder()
                .telemetry(fixture.clock)
                .addPolicy("repair", Policies.repair(new SmallSchemaService(), attempts))
                .build(provider);
    }

    private AiCall.Builder asking(Json schema) {
        return fixture.call(AiBody.of("Where?")).outputSchema(schema);
    }

    private AiCall point() {
        return asking(SmallSchemaService.POINT).build();
    }

    private static String note(AiReturn ret) {
        return ret.trace().note("repair");
    }

    private static AiError.Category category(AiReturn ret) {
        return ret.error().orElseThrow().category();
    }

    @Test
    void call_without_schema_passes() {
        provider.says("not JSON");
        AiReturn ret = chain.call(fixture.call("hi"));
        assertThat(ret.text()).isEqualTo("not JSON");
        assertThat(note(ret)).isEmpty();
        assertThat(results()).isEmpty();
    }

    @Test
    void fitting_answer_passes_as_it_was_written() {
        provider.says("{\"x\": 1.0,\n", " \"y\": 2}");
        AiReturn ret = chain.call(point());
        assertThat(ret.text()).isEqualTo("{\"x\": 1.0,\n \"y\": 2}");
        assertThat(note(ret)).isEqualTo("fits");
        assertThat(fixture.view.resets()).isZero();
        assertThat(fixture.records())
                .flatExtracting(CallRecord::checks)
                .containsExactly(new CallRecord.Check(TelemetryName.of("output-schema"), 0, 0, 0));
    }

    @Test
    @Tag("SH73")
    @Tag("SH105")
    void provider_gets_the_schema_in_its_dialect_and_the_caller_the_shape_asked_for() {
        provider.says("{\"value\":[1,2]}");
        AiCall call = asking(SmallSchemaService.LIST)
                .build()
                .withAttribute(SchemaDialect.KEY, SmallSchemaService.OBJECTS_ONLY);
        AiReturn ret = chain.call(call);
        assertThat(provider.calls()
                        .get(0)
                        .outputSchema()
                        .orElseThrow()
                        .get("type")
                        .asText())
                .isEqualTo("object");
        assertThat(ret.text()).isEqualTo("[1,2]");
        assertThat(fixture.view.shown().text()).isEqualTo("[1,2]");
    }

    @Test
    void plain_dialect_leaves_the_call_as_it_is() {
        provider.says("[1]");
        chain.call(asking(SmallSchemaService.LIST).build());
        assertThat(provider.calls().get(0).outputSchema()).contains(SmallSchemaService.LIST);
    }

    @Test
    void answer_in_other_text_is_taken_out_and_noted() {
        provider.says("Sure!\n```json\n", GOOD, "\n```");
        AiReturn ret = chain.call(point());
        assertThat(ret.text()).isEqualTo(GOOD);
        assertThat(note(ret)).isEqualTo("fits, extracted from other text");
        assertThat(results()).containsExactly("extraction 0 1", "output-schema 0 0");
        provider.expectPlayed();
    }

    private List<String> results() {
        return fixture.records().stream()
                .flatMap(record -> record.checks().stream())
                .map(event -> event.validator() + " " + event.errors() + " " + event.warnings())
                .toList();
    }

    @Test
    @Tag("F75")
    @DisplayName("75 an answer without JSON is searched once, counted, and asked for again")
    void answer_without_json_is_searched_and_counted() {
        provider.says("Sorry, no.").says(GOOD);
        assertThat(chain.call(point()).text()).isEqualTo(GOOD);
        assertThat(results()).containsExactly("extraction 1 0", "output-schema 1 0", "output-schema 0 0");
    }

    @Test
    @Tag("F75")
    @DisplayName("75 answer that does not match: asked again with paths and codes, never values")
    void misfit_is_asked_again_with_paths_and_codes() {
        provider.says("{\"x\":\"SECRET\"}").says(GOOD);
        AiReturn ret = chain.call(point());
        assertThat(ret.text()).isEqualTo(GOOD);
        assertThat(note(ret)).isEqualTo("fits, asked again 1 of 2");
        List<Interaction> again = provider.calls().get(1).effective();
        assertThat(again)
                .extracting(Interaction::kind)
                .containsExactly(Interaction.Kind.USER, Interaction.Kind.ASSISTANT, Interaction.Kind.USER);
        assertThat(again.get(1).text()).isEqualTo("{\"x\":\"SECRET\"}");
        assertThat(again.get(2).text()).contains("/y: required").doesNotContain("SECRET");
    }

    @Test
    void asking_again_stays_in_the_effective_call() {
        provider.says("{}").says(GOOD);
        AiCall call = point();
        AiReturn ret = chain.call(call);
        assertThat(provider.calls()).allSatisfy(sent -> assertThat(sent.body()).isSameAs(call.body()));
        assertThat(ret.interactions()).containsExactly(new Interaction.Assistant(List.of(new Part.Text(GOOD))));
    }

    @Test
    @DisplayName("61 22 prose and then JSON that was cut off are two mistakes, so the model is asked a third time")
    void n61_22_proseAndBrokenJson_areDifferentMistakes() {
        provider.says("I think it is on the left.").says("{\"x\":1,").says(GOOD);
        AiReturn ret = chain.call(point());
        assertThat(ret.text()).isEqualTo(GOOD);
        assertThat(note(ret)).isEqualTo("fits, asked again 2 of 2");
        assertThat(provider.calls().get(1).effective().get(2).text()).contains("/: not-json");
        assertThat(provider.calls().get(2).effective().get(2).text()).contains("/: broken-json");
    }

    @Test
    @DisplayName("61 22 the same mistake twice is not asked about again")
    void n61_22_proseTwice_isTheSameMistake() {
        provider.says("On the left.").says("No, on the right.").says(GOOD);
        assertThat(category(chain.call(point()))).isEqualTo(AiError.Category.INVALID_RESPONSE);
    }

    @Test
    @DisplayName("34 asking again is another send: same request, other fingerprint")
    void asking_again_is_another_send() {
        provider.says("{}").says(GOOD);
        chain.call(point());
        assertThat(provider.calls().get(1).fingerprint())
                .isNotEqualTo(provider.calls().get(0).fingerprint());
    }

    @ParameterizedTest
    @EnumSource(Reveal.class)
    void usage_and_view_count_every_answer(Reveal reveal) {
        provider.says("{}").says(GOOD);
        AiReturn ret =
                chain.call(asking(SmallSchemaService.POINT).reveal(reveal).build());
        assertThat(ret.usage()).isEqualTo(Usage.of(20, 2).withCalls(2));
        assertThat(fixture.view.shown().usage()).isEqualTo(ret.usage());
        assertThat(fixture.view.shown().text()).isEqualTo(GOOD);
        assertThat(fixture.view.resets()).isEqualTo(reveal == Reveal.LIVE ? 1 : 0);
    }

    @Test
    void same_findings_twice_end_it() {
        provider.says("{\"x\":1}").says("{\"x\":2}").says(GOOD);
        AiReturn ret = chain.call(point());
        assertThat(category(ret)).isEqualTo(AiError.Category.INVALID_RESPONSE);
        assertThat(provider.calls()).hasSize(2);
        assertThat(ret.partialText()).isEqualTo("{\"x\":2}");
    }

    @Test
    void attempts_used_up_end_it() {
        provider.says("no").says("{}").says("{\"x\":1}").says(GOOD);
        AiReturn ret = chain.call(point());
        assertThat(provider.calls()).hasSize(3);
        assertThat(ret.error().orElseThrow().message())
                .isEqualTo("the answer does not fit the output schema: /y, required");
        assertThat(note(ret)).isEqualTo("does not fit, asked again 2 of 2");
    }

    @Test
    void no_attempts_only_validate() {
        provider.says("no").says(GOOD);
        assertThat(category(chain(0).call(point()))).isEqualTo(AiError.Category.INVALID_RESPONSE);
        assertThat(provider.calls()).hasSize(1);
    }

    @Test
    @DisplayName("76 error names paths and codes, never the answer")
    void error_names_no_content() {
        provider.says("SECRET {\"x\":\"SECRET\"}");
        AiReturn ret = chain(0).call(point());
        assertThat(ret.error().orElseThrow().toString()).doesNotContain("SECRET");
        assertThat(note(ret)).doesNotContain("SECRET");
        assertThat(ret.partialText()).startsWith("SECRET");
    }

    @Test
    void many_findings_are_cut_in_words() {
        StringBuilder names = new StringBuilder("\"a0\"");
        for (int i = 1; i < 50; i++) {
            names.append(",\"a").append(i).append('"');
        }
        provider.says("{}");
        AiReturn ret = chain(0).call(asking(Json.parse("{\"type\":\"object\",\"required\":[" + names + "]}"))
                .build());
        assertThat(ret.error().orElseThrow().message())
                .endsWith("; and 30 more")
                .doesNotContain("/a20");
    }

    @Test
    void wrapped_answer_without_its_wrapper_is_asked_again() {
        provider.says("{\"x\":1}").says("{\"value\":[1]}");
        AiCall call = asking(SmallSchemaService.LIST)
                .build()
                .withAttribute(SchemaDialect.KEY, SmallSchemaService.OBJECTS_ONLY);
        assertThat(chain.call(call).text()).isEqualTo("[1]");
        assertThat(provider.calls().get(1).effective().get(2).text()).contains("/value: wrapped");
    }

    @Test
    void cut_answer_is_truncated_even_if_it_parses() {
        provider.streams(List.of(new AiDelta.Text(GOOD), new AiDelta.Finish(FinishReason.LENGTH)));
        AiReturn ret = chain.call(point());
        assertThat(category(ret)).isEqualTo(AiError.Category.TRUNCATED);
        assertThat(ret.partialText()).isEqualTo(GOOD);
        assertThat(provider.calls()).hasSize(1);
    }

    @Test
    void filtered_answer_is_not_asked_again() {
        provider.streams(List.of(new AiDelta.Text("{"), new AiDelta.Finish(FinishReason.CONTENT_FILTER)));
        assertThat(category(chain.call(point()))).isEqualTo(AiError.Category.CONTENT_FILTERED);
        assertThat(provider.calls()).hasSize(1);
    }

    @Test
    void refusal_is_not_asked_again() {
        provider.streams(List.of(new AiDelta.Refusal("I will not"), STOP));
        AiReturn ret = chain.call(point());
        assertThat(category(ret)).isEqualTo(AiError.Category.CONTENT_FILTERED);
        assertThat(ret.interactions()).hasSize(1);
        assertThat(provider.calls()).hasSize(1);
    }

    @Test
    @DisplayName("75 answer that calls tools passes untouched")
    void tool_calls_pass_untouched() {
        provider.callsTool("wall", Map.of("x", 1));
        AiReturn ret = chain.call(point());
        assertThat(ret.isOk()).isTrue();
        assertThat(ret.toolCalls()).hasSize(1);
        assertThat(results()).isEmpty();
    }

    @Test
    void failure_passes_untouched() {
        AiError cut = AiError.of(AiError.Category.NETWORK, "x", "y");
        provider.failsAfter("{\"x\"", cut);
        AiReturn ret = chain.call(point());
        assertThat(ret.error()).contains(cut);
        assertThat(ret.partialText()).isEqualTo("{\"x\"");
        assertThat(provider.calls()).hasSize(1);
    }

    @Test
    void failure_of_asking_again_is_the_failure() {
        AiError down = AiError.of(AiError.Category.OVERLOADED, "x", "y");
        provider.says("{}").failsWith(down);
        AiReturn ret = chain.call(point());
        assertThat(ret.error()).contains(down);
        assertThat(fixture.view.shown().interactions()).isEqualTo(ret.interactions());
    }

    @Test
    void parts_around_the_answer_stay_in_place() {
        Part opaque = new Part.Opaque("scripted", Json.parse("{\"sig\":1}"));
        provider.streams(List.of(
                new AiDelta.Reasoning("hm"),
                new AiDelta.Whole(opaque),
                new AiDelta.Text("So: "),
                new AiDelta.Boundary(),
                new AiDelta.Text(GOOD),
                new AiDelta.Whole(opaque),
                STOP));
        AiReturn ret = chain.call(point());
        assertThat(((Interaction.Assistant) ret.interactions().get(0)).parts())
                .extracting(part -> part instanceof Part.Opaque each ? each.withPrefix("") : part)
                .containsExactly(new Part.Reasoning("hm"), opaque, new Part.Text(GOOD), opaque);
        assertThat(fixture.view.shown().interactions()).isEqualTo(ret.interactions());
    }

    @Test
    @Tag("SH105")
    void unsound_schema_is_refused_before_it_is_sent() {
        AiReturn ret = chain.call(asking(Json.parse("{\"properties\":{}}")).build());
        assertThat(category(ret)).isEqualTo(AiError.Category.CONFIGURATION);
        assertThat(ret.error().orElseThrow().message()).contains("/type, required");
        assertThat(provider.calls()).isEmpty();
    }

    @Test
    void telemetry_counts_errors_of_every_answer() {
        provider.says("{}").says(GOOD);
        chain.call(point());
        assertThat(fixture.records())
                .flatExtracting(CallRecord::checks)
                .extracting(CallRecord.Check::errors)
                .containsExactly(2, 0);
    }
}
