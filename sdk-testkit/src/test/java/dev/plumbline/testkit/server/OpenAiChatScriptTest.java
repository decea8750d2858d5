package dev.plumbline.testkit.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Blob;
import dev.plumbline.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OpenAiChatScriptTest {
    private static final String STREAM =
            "{\"model\":\"m\",\"stream\":true,\"stream_options\":{\"include_usage\":true}}";

    private final ScriptedServer server = ScriptedServer.openAiChat();
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void closeServer() {
        server.close();
    }

    @Test
    void says_streamsChunksUsageAndTheEnd() throws Exception {
        server.otherwise(OpenAiChatScript.create().says("a ", "wall"));

        List<Json> events = events(STREAM);

        assertThat(events).extracting(OpenAiChatScriptTest::content).containsExactly("", "a ", "wall", "", "");
        assertThat(events.get(3).at("/choices/0/finish_reason").asText()).isEqualTo("stop");
        assertThat(events.get(4).at("/usage/total_tokens").asInt()).isEqualTo(12);
        assertThat(events).allMatch(event -> event.get("model").asText().equals("m"));
    }

    @Test
    void says_withoutUsageWanted_streamsNone() throws Exception {
        server.otherwise(OpenAiChatScript.create().says("x"));

        assertThat(events("{\"stream\":true}"))
                .noneMatch(event -> event.get("usage").exists());
    }

    @Test
    void says_withoutStream_isOneBody() throws Exception {
        server.otherwise(OpenAiChatScript.create().says("a ", "wall"));

        Json answer = Json.parse(post("{\"model\":\"m\"}").body());

        assertThat(answer.at("/choices/0/message/content").asText()).isEqualTo("a wall");
        assertThat(answer.at("/usage/completion_tokens").asInt()).isEqualTo(2);
    }

    @Test
    void toolCalls_streamTheirArgumentsInFragments() throws Exception {
        server.otherwise(OpenAiChatScript.create()
                .callsTool("drawWall", Map.of("from", "here to there"))
                .callsTool("drawDoor", Map.of()));

        List<Json> events = events(STREAM);

        assertThat(arguments(events, 0)).isEqualTo("{\"from\":\"here to there\"}");
        assertThat(arguments(events, 1)).isEqualTo("{}");
        assertThat(events.get(1).at("/choices/0/delta/tool_calls/0/id").asText())
                .isEqualTo("call_1");
        assertThat(events.stream().filter(event -> toolIndex(event) == 0)).hasSizeGreaterThan(3);
        assertThat(events.get(events.size() - 2).at("/choices/0/finish_reason").asText())
                .isEqualTo("tool_calls");
    }

    @Test
    void toolCalls_withoutStream_standInTheMessage() throws Exception {
        server.otherwise(OpenAiChatScript.create().callsTool("drawWall", Map.of("m", 5)));

        Json call = Json.parse(post("{}").body()).at("/choices/0/message/tool_calls/0");

        assertThat(call.at("/function/name").asText()).isEqualTo("drawWall");
        assertThat(call.at("/function/arguments").asText()).isEqualTo("{\"m\":5}");
    }

    @Test
    void rateLimit_saysWhenToComeAgain() throws Exception {
        server.otherwise(
                OpenAiChatScript.create().limitsRate(Duration.ofSeconds(7)).says("now"));

        HttpResponse<String> limited = post(STREAM);

        assertThat(limited.statusCode()).isEqualTo(429);
        assertThat(limited.headers().firstValue("retry-after")).contains("7");
        assertThat(Json.parse(limited.body()).at("/error/code").asText()).isEqualTo("rate_limit_exceeded");
        assertThat(events(STREAM)).extracting(OpenAiChatScriptTest::content).contains("now");
    }

    @Test
    void cut_hasNoEnd() throws Exception {
        server.otherwise(OpenAiChatScript.create().cutsAfter("half"));

        try (RawClient raw = new RawClient(server.address())) {
            assertThat(raw.post(STREAM).all()).contains("half").doesNotContain("[DONE]");
        }
    }

    @Test
    void scriptAtItsEnd_saysSoOrRepeats() throws Exception {
        OpenAiChatScript script = OpenAiChatScript.create().says("again");
        server.otherwise(script);

        assertThat(post("{}").statusCode()).isEqualTo(200);
        assertThat(post("{}").body()).contains("script_ended").contains("no more answers: add one with says(...)");
        script.repeats();
        assertThat(post("{}").body()).contains("again");
    }

    @Test
    @DisplayName("N11 what follows the answer of stream() is served, with each script to its end")
    void n11_streamOfAScript_isFollowedByTheRest() throws Exception {
        server.answers(OpenAiChatScript.create().says("one").says("two").limitsRate(Duration.ofSeconds(7)).stream()
                        .withBytesAtOnce(3))
                .answers(OpenAiChatScript.create().says("other").stream(true));

        assertThat(contents()).isEqualTo("one");
        assertThat(contents()).isEqualTo("other");
        assertThat(contents()).isEqualTo("two");
        assertThat(post(STREAM).statusCode()).isEqualTo(429);
        assertThat(post(STREAM).body()).contains("has no more answers");
    }

    @Test
    @DisplayName("N11 a list of models takes no answer of a script, neither of one that has begun nor of its stream()")
    void n11_listOfModels_takesNoAnswer() throws Exception {
        server.answers(OpenAiChatScript.create().says("one").says("two"))
                .answers(OpenAiChatScript.create().says("three").stream());

        for (String answer : List.of("one", "three", "two")) {
            assertThat(models()).isEqualTo(200);
            assertThat(contents()).isEqualTo(answer);
        }
        assertThat(models()).isEqualTo(200);
    }

    private int models() throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.address() + "/models"))
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void n11_otherwise_isAskedInPlaceOfTheRest() throws Exception {
        server.answers(OpenAiChatScript.create().says("one").says("two").stream())
                .otherwise(OpenAiChatScript.create().says("other"));

        assertThat(contents()).isEqualTo("one");
        assertThat(contents()).isEqualTo("other");
    }

    @Test
    @DisplayName("N11 a script is an answer of a server, streamed or whole, and its rest follows")
    void n11_script_isGivenToTheServerItself() throws Exception {
        server.answers(OpenAiChatScript.create().says("one").says("two")).answers(ServerResponse.json("{\"own\":1}"));

        assertThat(contents()).isEqualTo("one");
        assertThat(post(STREAM).body()).isEqualTo("{\"own\":1}");
        assertThat(Json.parse(post("{}").body())
                        .at("/choices/0/message/content")
                        .asText())
                .isEqualTo("two");
        assertThat(Json.parse(post("{}").body()).at("/error/message").asText())
                .isEqualTo("the script of this test server has no more answers: add one with answers(...) or"
                        + " otherwise(...)");
    }

    @Test
    @DisplayName(
            "N11 the rest of a script is sent in the pieces and with the pace of its first answer, without its fault")
    void n11_rest_isSentAsTheFirstAnswer() throws Exception {
        OpenAiChatScript script = OpenAiChatScript.create().says("one").says("two");
        ServerResponse first = script.stream()
                .withBytesAtOnce(7)
                .withPace(Duration.ofMillis(1))
                .closesAfter(20);
        assertThat(first.pieceEnd(0)).isEqualTo(7);
        assertThat(first.pieceEnd(14)).isEqualTo(20);

        server.answers(first);
        try (RawClient raw = new RawClient(server.address())) {
            assertThat(raw.post(STREAM).all()).doesNotContain("one");
        }
        ServerResponse rest = server.answer(new ServerRequest(
                "POST",
                "/v1/chat/completions",
                "HTTP/1.1",
                Map.of(),
                Blob.of(STREAM.getBytes(UTF_8), "application/json")));
        assertThat(rest.pieceEnd(0)).isEqualTo(7);
        assertThat(rest.pieceEnd(14)).isEqualTo(21);
        assertThat(rest.pace()).isEqualTo(Duration.ofMillis(1));
    }

    private String contents() throws Exception {
        return events(STREAM).stream().map(OpenAiChatScriptTest::content).collect(Collectors.joining());
    }

    private HttpResponse<String> post(String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + "/chat/completions"))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private List<Json> events(String body) throws Exception {
        List<String> payloads = post(body)
                .body()
                .lines()
                .filter(line -> !line.isEmpty())
                .map(line -> line.substring("data: ".length()))
                .toList();
        assertThat(payloads.get(payloads.size() - 1)).isEqualTo("[DONE]");
        return payloads.subList(0, payloads.size() - 1).stream()
                .map(Json::parse)
                .toList();
    }

    private static String content(Json event) {
        Json content = event.at("/choices/0/delta/content");
        return content.exists() ? content.asText() : "";
    }

    private static int toolIndex(Json event) {
        Json index = event.at("/choices/0/delta/tool_calls/0/index");
        return index.exists() ? index.asInt() : -1;
    }

    private static String arguments(List<Json> events, int index) {
        StringBuilder text = new StringBuilder();
        events.stream()
                .filter(event -> toolIndex(event) == index)
                .forEach(event -> text.append(event.at("/choices/0/delta/tool_calls/0/function/arguments")
                        .asText()));
        return text.toString();
    }
}
