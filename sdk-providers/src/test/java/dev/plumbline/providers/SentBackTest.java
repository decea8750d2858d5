package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
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
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What goes back of an answer: each part in its place, in the form in which the service sent it. */
class SentBackTest {

    private static byte[] wire(String json) {
        return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    private static AiReturn body(ApiFormat format, String json) {
        return new DecoderReplay("scripted", format, DeltaSink.DISCARDING).body(wire(json), OptionalInt.empty());
    }

    private static AiReturn responses(String... events) {
        StringBuilder stream = new StringBuilder();
        for (String event : events) {
            stream.append(SseSamples.data(event));
        }
        return new DecoderReplay("scripted", ApiFormat.RESPONSES, DeltaSink.DISCARDING)
                .events(List.of(wire(stream.toString())));
    }

    private static String item(String event, int index, String item) {
        return "{'type':'response.output_item." + event + "','output_index':" + index + ",'item':" + item + "}";
    }

    private static String completed(String output) {
        return "{'type':'response.completed','response':{'status':'completed','output':[" + output + "]}}";
    }

    private static Json next(ApiFormat format, ServerDialect dialect, AiReturn answer) {
        AiBody.Builder body = AiBody.builder().addUser("x").addAll(answer.interactions());
        answer.toolCalls().forEach(call -> body.addToolResult(call.id(), ToolEnvelope.ok(1)));
        AiBody stored =
                AiBody.from(Json.parse(body.addUser("y").build().toJson().text()));
        return Json.parse(
                new RequestRoundTrip(format, dialect).encode(AiCall.of(stored, ModelId.parse("scripted:claude-x"))));
    }

    private static Json input(AiReturn answer) {
        return next(ApiFormat.RESPONSES, ServerDialect.OPENAI, answer).get("input");
    }

    private static Json json(String text) {
        return Json.parse(text.replace('\'', '"'));
    }

    @Test
    @DisplayName("W37 citations are those of their own block, and not of the text before it")
    void w37_citations_stayWithTheirBlock() {
        String content = "[{'text':'Staff '},{'citationsContent':{'content':[{'text':'get 20 days'}],'citations':"
                + "[{'title':'policy','location':{'documentChar':{'documentIndex':0,'start':0,'end':9}}}]}},{'text':'.'}]";
        AiReturn answer = body(
                ApiFormat.BEDROCK,
                "{'output':{'message':{'role':'assistant','content':" + content + "}},'stopReason':'end_turn'}");
        assertThat(next(ApiFormat.BEDROCK, ServerDialect.BEDROCK, answer).at("/messages/1/content"))
                .isEqualTo(json(content));
        assertThat(answer.text()).isEqualTo("Staff get 20 days.");
    }

    @Test
    @DisplayName("W37 members of a call stay with it when other content follows")
    void w37_membersOfACall_stayWithIt() {
        String content = "[{'type':'tool_use','id':'a','name':'f','input':{'x':1},'caller':{'type':'direct'}},"
                + "{'type':'tool_use','id':'b','name':'f','input':{'x':2},'caller':{'type':'code','tool_id':'s'}},"
                + "{'type':'server_tool_use','id':'s','name':'search','input':{'query':'q'}},"
                + "{'type':'text','text':'Found.'}]";
        AiReturn answer = body(
                ApiFormat.MESSAGES,
                "{'type':'message','role':'assistant','content':" + content + ",'stop_reason':'tool_use'}");
        assertThat(next(ApiFormat.MESSAGES, ServerDialect.ANTHROPIC, answer).at("/messages/1/content"))
                .isEqualTo(json(content));
    }

    @Test
    @DisplayName(
            "W37 a signature on an empty text goes back on an empty text, and one on a piece of text on that piece")
    void w37_signatureOfAText_staysOnItsPart() {
        String parts = "[{'text':'Plan'},{'text':'','thoughtSignature':'S'},{'text':'Four'},"
                + "{'text':' walls.','thoughtSignature':'T'},{'text':'Done.'}]";
        AiReturn answer =
                body(ApiFormat.GEMINI, "{'candidates':[{'content':{'parts':" + parts + "},'finishReason':'STOP'}]}");
        assertThat(next(ApiFormat.GEMINI, ServerDialect.GEMINI, answer).at("/contents/1/parts"))
                .isEqualTo(json(parts));
        // a value that redaction looks for is found across the beginning of the signed piece
        assertThat(answer.interactions())
                .singleElement()
                .satisfies(said -> assertThat(((Interaction.Assistant) said).parts())
                        .filteredOn(Part.Text.class::isInstance)
                        .containsExactly(Part.text("Plan"), Part.text("Four walls."), Part.text("Done.")));
    }

    @Test
    @DisplayName("W37 a call of a tool whose input is text goes back as one, and its result as one of such a tool")
    void w37_customCall_goesBackAsItCame() {
        String call = "{'type':'custom_tool_call','id':'ct','call_id':'c','name':'query','input':'{ \\'sql\\' : 1 }'}"
                .replace("\\'", "\\\"");
        AiReturn answer = responses(
                item("added", 0, call.replaceAll("'input':'.*'}", "'input':''}")),
                "{'type':'response.custom_tool_call_input.delta','output_index':0,'delta':'{ \\'sql\\' : 1 }'}"
                        .replace("\\'", "\\\""),
                item("done", 0, call),
                completed(call));
        assertThat(answer.toolCalls())
                .singleElement()
                .satisfies(one -> assertThat(one.arguments()).isEqualTo(json("{'sql':1}")));
        assertThat(input(answer).at("/1"))
                .isEqualTo(json("{'type':'custom_tool_call','call_id':'c','name':'query','input':"
                        + "'{ \\'sql\\' : 1 }'}".replace("\\'", "\\\"")));
        assertThat(input(answer).at("/2/type").asText()).isEqualTo("custom_tool_call_output");
        assertThat(input(answer).at("/2/call_id").asText()).isEqualTo("c");
    }

    @Test
    @DisplayName("W37 two messages without members go back as two")
    void w37_twoMessages_goBackAsTwo() {
        String first = "{'type':'message','role':'assistant','content':[{'type':'output_text','text':'One.'}]}";
        String second = first.replace("One.", "Two.");
        AiReturn answer = responses(item("done", 0, first), item("done", 1, second), completed(first + "," + second));
        assertThat(answer.text()).isEqualTo("One.\n\nTwo.");
        assertThat(input(answer).elements().stream()
                        .filter(item -> item.get("role").equals(Json.of("assistant")))
                        .map(item -> item.get("content").asText()))
                .containsExactly("One.", "Two.");
    }

    @Test
    @DisplayName("W37 items go back in the order of their index, whichever ended first")
    void w37_items_goBackInOrder() {
        String first = "{'type':'mcp_list_tools','id':'a','server_label':'a','tools':[]}";
        String second = first.replace("'a'", "'b'");
        String text = "{'type':'message','role':'assistant','content':[{'type':'output_text','text':'Hm.'}]}";
        AiReturn answer = responses(
                item("added", 0, first),
                item("added", 1, second),
                item("done", 1, second),
                item("done", 0, first),
                item("done", 2, text),
                completed(""));
        assertThat(input(answer).elements().stream()
                        .map(item -> item.get("server_label").findText().orElse("-")))
                .containsExactly("-", "a", "b", "-", "-");
        AiReturn unended =
                responses(item("added", 0, first), item("done", 1, second), item("done", 2, text), completed(first));
        assertThat(input(unended).elements().stream()
                        .map(item -> item.get("server_label").findText().orElse("-")))
                .containsExactly("-", "b", "-", "a", "-");
    }

    @Test
    @DisplayName("W43 words of a message that only its end has are taken from there")
    void w43_wordsOfTheEnd_count() {
        String text =
                "{'type':'message','role':'assistant','content':[{'type':'output_text','text':'Got it, thanks.'}]}";
        AiReturn answer = responses(
                "{'type':'response.output_text.delta','output_index':0,'delta':'Got'}",
                item("done", 0, text),
                completed(text));
        assertThat(answer.text()).isEqualTo("Got it, thanks.");
    }
}
