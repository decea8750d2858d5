package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.internal.DecoderReplay;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What Azure's content filters found, in recorded answers and in a stream that is written from the documentation. */
class ContentFilterResultsTest {
    private static final Interaction REFUSED =
            new Interaction.Assistant(List.of(new Part.Refusal("Ask for something else.")));

    private final List<String> remarks = new ArrayList<>();

    private DecoderReplay replay() {
        return new DecoderReplay("azure", ApiFormat.CHAT, new RemarkSink(remarks));
    }

    @Test
    @DisplayName("W23 what a filter found in a whole answer is in the trace, and what is safe is not")
    void w23_filteredAnswer_isInTheTrace() {
        AiReturn ret = replay().body(
                        RecordedResponse.of("azure/ol_response_content_filter.json")
                                .wire(),
                        OptionalInt.empty());
        assertThat(ret.finish()).isEqualTo(FinishReason.CONTENT_FILTER);
        assertThat(remarks).containsExactly("content filter: answer hate high filtered");
    }

    @Test
    @DisplayName("W23 a stream reports each finding once, of the prompt and of the answer")
    void w23_findingsOfAStream_areReportedOnce() {
        String piece =
                "{'choices':[{'index':0,'content_filter_results':{'violence':{'filtered':false,'severity':'low'},"
                        + "'hate':{'filtered':false,'severity':'safe'},'protected_material_text':{'filtered':false,'detected':true},"
                        + "'Canary 5':{'filtered':true}},'delta':{'content':'x'}}]}";
        String stream = SseSamples.data(
                        "{'choices':[],'prompt_filter_results':[{'prompt_index':0,'content_filter_results':{"
                                + "'jailbreak':{'filtered':true,'detected':true},'sexual':{'filtered':false,'severity':'safe'}}}]}")
                + SseSamples.data(piece)
                + SseSamples.data(piece)
                + SseSamples.data("{'choices':[{'index':0,'delta':{},'finish_reason':'stop'}]}")
                + SseSamples.DONE;
        AiReturn ret = replay().events(List.of(stream.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
        assertThat(ret.text()).isEqualTo("xx");
        assertThat(remarks)
                .containsExactly(
                        "content filter: prompt jailbreak detected filtered",
                        "content filter: answer violence low",
                        "content filter: answer protected_material_text detected");
    }

    @Test
    @DisplayName("W23 the responses format has the findings of prompt and answer, too")
    void w23_responses_reportFindings() {
        String body =
                "{'status':'completed','output':[{'type':'message','content':[{'type':'output_text','text':'x'}]}],"
                        + "'content_filters':[{'blocked':false,'source_type':'prompt','content_filter_results':{"
                        + "'jailbreak':{'filtered':false,'detected':true},'hate':{'filtered':false,'severity':'safe'}}},"
                        + "{'blocked':false,'source_type':'completion','content_filter_results':{"
                        + "'violence':{'filtered':false,'severity':'low'}}}]}";
        DecoderReplay replay = new DecoderReplay("azure", ApiFormat.RESPONSES, new RemarkSink(remarks));
        AiReturn ret = replay.body(body.replace('\'', '"').getBytes(StandardCharsets.UTF_8), OptionalInt.empty());
        assertThat(ret.text()).isEqualTo("x");
        assertThat(remarks)
                .containsExactly("content filter: prompt jailbreak detected", "content filter: answer violence low");
    }

    @Test
    void w23_blockedPrompt_saysWhatWasFound() {
        RecordedResponse recording = RecordedResponse.of("azure/ol_prompt_content_filter.json");
        AiError error =
                replay().body(recording.wire(), OptionalInt.of(400)).error().orElseThrow();
        assertThat(error.category()).isEqualTo(AiError.Category.CONTENT_FILTERED);
        assertThat(error.details().get("filters")).isNotEmpty();
        assertThat(error.details().get("filters")).matches("[a-z_ ,-]+ filtered.*");
    }

    @Test
    @DisplayName(
            "W64 the reason of a refusal is shown, in a whole answer and in a stream, and its kind is in the trace")
    void w64_reasonOfARefusal_isShown() {
        String details = "'stop_reason':'refusal','stop_details':{'type':'refusal','category':'cyber',"
                + "'explanation':'Ask for something else.'}";
        String body = "{'type':'message','role':'assistant','content':[]," + details + "}";
        String stream = SseSamples.data("{'type':'message_start','message':{'id':'m','content':[]}}")
                + SseSamples.data("{'type':'message_delta','delta':{" + details + "}}")
                + SseSamples.data("{'type':'message_stop'}");
        DecoderReplay whole = new DecoderReplay("a", ApiFormat.MESSAGES, new RemarkSink(remarks));
        DecoderReplay pieces = new DecoderReplay("a", ApiFormat.MESSAGES, new RemarkSink(remarks));
        List<AiReturn> returns = List.of(
                whole.body(body.replace('\'', '"').getBytes(StandardCharsets.UTF_8), OptionalInt.empty()),
                pieces.events(List.of(stream.replace('\'', '"').getBytes(StandardCharsets.UTF_8))));
        assertThat(returns).allSatisfy(ret -> {
            assertThat(ret.finish()).isEqualTo(FinishReason.CONTENT_FILTER);
            assertThat(ret.interactions()).singleElement().isEqualTo(REFUSED);
        });
        assertThat(remarks).containsOnly("the service refused this as cyber").hasSize(2);
    }
}
