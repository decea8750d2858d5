package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.json.Json;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.format.ServerDialect;
import dev.plumbline.providers.internal.DecoderReplay;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What goes back of an answer, for blocks of any kinds in any order. */
class SentBackLawTest {

    @Property(tries = 500)
    @Label("W37 every block of an answer goes back in its place, with its members, whatever stands beside it")
    void blocks_goBackInTheirPlaces(@ForAll("answers") Answer answer, @ForAll boolean streamed) {
        AiReturn read = answer.read(streamed);
        assertThat(read.error()).isEmpty();
        assertThat(joined(answer.sent(read))).isEqualTo(joined(answer.expected()));
    }

    /** Adjacent plain texts are one text. */
    private static List<Json> joined(List<Json> blocks) {
        List<Json> all = new ArrayList<>();
        for (Json block : blocks) {
            int last = all.size() - 1;
            if (isPlain(block) && last >= 0 && isPlain(all.get(last))) {
                String before = all.get(last).get("text").asText();
                all.set(last, block.with("text", before + block.get("text").asText()));
            } else {
                all.add(block);
            }
        }
        return all;
    }

    private static boolean isPlain(Json block) {
        return block.get("text").exists() && block.without("type").fields().size() == 1;
    }

    @Provide
    Arbitrary<Answer> answers() {
        Arbitrary<String> kinds = Arbitraries.of(
                "{'type':'text','text':W}",
                "{'type':'text','text':W,'citations':[{'type':'char_location','cited_text':W}]}",
                "{'type':'thinking','thinking':W,'signature':W}",
                "{'type':'redacted_thinking','data':W}",
                "{'type':'tool_use','id':ID,'name':'f','input':{'x':W}}",
                "{'type':'tool_use','id':ID,'name':'f','input':{'x':W},'caller':{'type':W}}",
                "{'type':'server_tool_use','id':ID,'name':'web_search','input':{'query':W}}");
        Arbitrary<String> parts = Arbitraries.of(
                "{'text':W}",
                "{'text':W,'thoughtSignature':W}",
                "{'text':'','thoughtSignature':W}",
                "{'text':W,'thought':true,'thoughtSignature':W}",
                "{'functionCall':{'id':ID,'name':'f','args':{'x':W}}}",
                "{'functionCall':{'id':ID,'name':'f','args':{'x':W}},'thoughtSignature':W}",
                "{'inlineData':{'mimeType':'image/png','data':'AQ=='},'thoughtSignature':W}",
                "{'executableCode':{'language':'PYTHON','code':W}}");
        Arbitrary<String> contents = Arbitraries.of(
                "{'text':W}",
                "{'citationsContent':{'content':[{'text':W}],'citations':[{'title':W}]}}",
                "{'reasoningContent':{'reasoningText':{'text':W,'signature':W}}}",
                "{'toolUse':{'toolUseId':ID,'name':'f','input':{'x':W}}}");
        Arbitrary<String> items = Arbitraries.of(
                "{'type':'message','role':'assistant','content':[{'type':'output_text','text':W}]}",
                "{'type':'message','role':'assistant','phase':W,'content':[{'type':'output_text','text':W}]}",
                "{'type':'reasoning','summary':[],'encrypted_content':W}",
                "{'type':'function_call','call_id':ID,'name':'f','arguments':'{}'}",
                "{'type':'function_call','call_id':ID,'name':'f','arguments':'{}','namespace':W}",
                "{'type':'custom_tool_call','call_id':ID,'name':'f','input':W}",
                "{'type':'web_search_call','action':{'query':W}}");
        return Arbitraries.oneOf(
                answers(ApiFormat.MESSAGES, kinds),
                answers(ApiFormat.GEMINI, parts),
                answers(ApiFormat.BEDROCK, contents),
                answers(ApiFormat.RESPONSES, items));
    }

    private static Arbitrary<Answer> answers(ApiFormat format, Arbitrary<String> kinds) {
        Arbitrary<List<String>> words =
                Arbitraries.of("a", "b c", "\n\nd", "{}", "e ").list().ofSize(24);
        return Combinators.combine(kinds.list().ofMinSize(1).ofMaxSize(8), words)
                .as((blocks, texts) -> {
                    List<Json> all = new ArrayList<>();
                    int word = 0;
                    for (String block : blocks) {
                        String text = block.replace('\'', '"').replace("ID", "\"call" + all.size() + "\"");
                        while (text.contains("W")) {
                            text = text.replaceFirst(
                                    "W", Json.of(texts.get(word++)).text().replace("\\", "\\\\"));
                        }
                        all.add(Json.parse(text));
                    }
                    if (format == ApiFormat.RESPONSES) { // reasoning that leads to nothing is not sent
                        all.add(Json.parse("{\"type\":\"web_search_call\"}"));
                    }
                    return new Answer(format, all);
                });
    }

    /** An answer of a format, as a body or as events. */
    record Answer(ApiFormat format, List<Json> blocks) {

        AiReturn read(boolean streamed) {
            DecoderReplay replay = new DecoderReplay("scripted", format, DeltaSink.DISCARDING);
            return streamed && format != ApiFormat.BEDROCK
                    ? replay.events(List.of(stream().getBytes(StandardCharsets.UTF_8)))
                    : replay.body(body().getBytes(StandardCharsets.UTF_8), OptionalInt.empty());
        }

        private String body() {
            String all = Json.of(blocks).text();
            String json = switch (format) {
                case MESSAGES -> "{'type':'message','role':'assistant','content':ALL,'stop_reason':'end_turn'}";
                case GEMINI -> "{'candidates':[{'content':{'parts':ALL},'finishReason':'STOP'}]}";
                case BEDROCK -> "{'output':{'message':{'role':'assistant','content':ALL}},'stopReason':'end_turn'}";
                case RESPONSES -> "{'object':'response','status':'completed','output':ALL}";
                default -> throw new IllegalStateException();
            };
            return json.replace('\'', '"').replace("ALL", all);
        }

        private String stream() {
            StringBuilder events = new StringBuilder();
            for (int i = 0; i < blocks.size(); i++) {
                Json block = blocks.get(i);
                switch (format) {
                    case MESSAGES -> {
                        event(events, "{'type':'content_block_start','index':N,'content_block':B}", i, block);
                        event(events, "{'type':'content_block_stop','index':N}", i, block);
                    }
                    case GEMINI -> event(events, "{'candidates':[{'content':{'parts':[B]}}]}", i, block);
                    default ->
                        event(events, "{'type':'response.output_item.done','output_index':N,'item':B}", i, block);
                }
            }
            switch (format) {
                case MESSAGES -> {
                    event(events, "{'type':'message_delta','delta':{'stop_reason':'end_turn'}}", 0, Json.object());
                    event(events, "{'type':'message_stop'}", 0, Json.object());
                }
                case GEMINI -> event(events, "{'candidates':[{'finishReason':'STOP'}]}", 0, Json.object());
                default ->
                    event(
                            events,
                            "{'type':'response.completed','response':{'status':'completed','output':[]}}",
                            0,
                            Json.object());
            }
            return events.toString();
        }

        private static void event(StringBuilder events, String form, int number, Json block) {
            events.append("data: ")
                    .append(form.replace('\'', '"').replace("N", "" + number).replace("B", block.text()))
                    .append("\n\n");
        }

        List<Json> sent(AiReturn read) {
            AiBody.Builder body = AiBody.builder().addUser("x").addAll(read.interactions());
            read.toolCalls().forEach(call -> body.addToolResult(call.id(), ToolEnvelope.ok(1)));
            AiBody stored = AiBody.from(Json.parse(body.build().toJson().text()));
            AiCall call = AiCall.of(stored, new ModelId("scripted", "gemini-2.5-flash"));
            return switch (format) {
                case MESSAGES -> request(call, ServerDialect.ANTHROPIC, "/messages/1/content");
                case GEMINI -> request(call, ServerDialect.GEMINI, "/contents/1/parts");
                case BEDROCK -> request(call, ServerDialect.BEDROCK, "/messages/1/content");
                default ->
                    request(call, ServerDialect.OPENAI, "/input").stream()
                            .skip(1)
                            .filter(item -> !item.get("output").exists())
                            .toList();
            };
        }

        private List<Json> request(AiCall call, ServerDialect dialect, String place) {
            return Json.parse(new RequestRoundTrip(format, dialect).encode(call))
                    .at(place)
                    .elements();
        }

        /** Returns what the service's own client sends. */
        List<Json> expected() {
            return format != ApiFormat.RESPONSES
                    ? blocks
                    : blocks.stream().map(Answer::input).toList();
        }

        private static Json input(Json item) {
            return item.get("content").exists()
                    ? item.without("type")
                            .with("content", item.at("/content/0/text").asText())
                    : item;
        }
    }
}
