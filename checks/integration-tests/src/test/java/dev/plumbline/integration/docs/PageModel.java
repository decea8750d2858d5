package dev.plumbline.integration.docs;

import dev.plumbline.event.Usage;
import dev.plumbline.testkit.server.AnthropicScript;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.OpenAiResponsesScript;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import software.amazon.awssdk.eventstream.HeaderValue;
import software.amazon.awssdk.eventstream.Message;

/** What the model says to each program of a page. */
final class PageModel {
    private static final String ANSWER = "A weight on a line.";

    private PageModel() {}

    static Function<ServerRequest, ServerResponse> of(PagePrograms.Program program) {
        String source = program.source();
        if (source.contains("AnthropicMessages.")) {
            return AnthropicScript.create().usage(Usage.of(14, 40)).says(ANSWER);
        } else if (source.contains("GeminiGenerateContent.")) {
            return request -> ServerResponse.sse(List.of("{\"candidates\":[{\"index\":0,\"finishReason\":\"STOP\","
                    + "\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"" + ANSWER + "\"}]}}],"
                    + "\"usageMetadata\":{\"promptTokenCount\":7,\"candidatesTokenCount\":6}}"));
        } else if (source.contains("OllamaChat.")) {
            return request -> ServerResponse.of(
                    "application/x-ndjson",
                    ("{\"message\":{\"role\":\"assistant\",\"content\":\"" + ANSWER + "\"},\"done\":false}\n"
                                    + "{\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done\":true,"
                                    + "\"done_reason\":\"stop\",\"prompt_eval_count\":7,\"eval_count\":6}\n")
                            .getBytes(StandardCharsets.UTF_8));
        } else if (source.contains("BedrockConverse.")) {
            return request -> ServerResponse.of("application/vnd.amazon.eventstream", converse());
        } else if (source.contains("OpenAiChat.")) {
            return OpenAiChatScript.create().says(ANSWER);
        }
        return openAi(program.name());
    }

    private static Function<ServerRequest, ServerResponse> openAi(String program) {
        OpenAiResponsesScript model = OpenAiResponsesScript.create();
        return switch (program) {
            case "Plans" ->
                model.says("A weight ", "on a line.")
                        .callsTool("drawWall", Map.of("length", 5000))
                        .says("There it is.")
                        .says("{\"id\":\"w2\",\"millimetres\":3000}");
            case "FourPrograms" ->
                model.says(ANSWER)
                        .says(ANSWER)
                        .callsTool("drawWall", Map.of("length", 5000))
                        .says("There it is.")
                        .says("{\"id\":\"w1\",\"millimetres\":5000}");
            case "SmallestTool" ->
                model.callsTool("drawWall", Map.of("length", 5000)).says("The wall w1 is drawn.");
            case "DrawOnScreen", "PrintRows", "CountedTurn" ->
                model.usage(Usage.of(40, 10))
                        .callsTool("drawWall", Map.of("length", 5000))
                        .says("There it is.");
            case "DrawPlan" ->
                model.callsTool("drawWall", Map.of("length", -5))
                        .callsTool("drawWall", Map.of("length", 5000))
                        .says("There it is.");
            case "DrawInOak" ->
                model.callsTool("drawWall", Map.of("material", "oka"))
                        .nextRound()
                        .callsTool("drawWall", Map.of("material", "oak"))
                        .says("There it is.");
            case "ReadMaterials" ->
                model.callsTool("material", Map.of("name", "oak.txt"))
                        .callsTool("material", Map.of("name", "../../passwords.txt"))
                        .says("Oak is hard. I may not read the other file.");
            case "DoorHost" -> model.callsTool("doors", Map.of()).says("Oak and glass.");
            case "DoorExtension" ->
                model.callsTool("findDoors", Map.of("word", "oak")).says("One of 900 mm.");
            case "WallExtension" -> model.callsTool("thickness", Map.of()).says("It is 240 mm thick.");
            case "SmallestPolicy" -> model.says("A brick is 240 long – without mortar.");
            case "TypedAnswer" -> model.says("{\"width\":1200,\"sill\":1000}");
            case "AskAboutPicture" -> model.says("A red line.");
            case "AfterRestart" -> model.says("A counter along the long wall.").says("The boards run to the window.");
            case "TwoIdeas" ->
                model.says("A counter along the long wall.")
                        .says("The boards run to the window.")
                        .says("Grey ones, 60 by 60.");
            case "TwoCases" -> model.usage(Usage.of(12, 3)).says("4").says("About 175.");
            case "WhatFailed" -> model.fails(401, "invalid_api_key");
            case "HiddenAddress" -> PageModel::echo;
            case "ThreeQuestions" -> PageModel::use; // asked at the same time
            default -> model.says(ANSWER);
        };
    }

    private static ServerResponse use(ServerRequest request) {
        String word = Stream.of("Oak Floors.", "Brass Handles.", "Slate Roofs.")
                .filter(use -> request.text().contains(use.substring(0, use.indexOf(' '))))
                .map(use -> use.substring(use.indexOf(' ') + 1))
                .findFirst()
                .orElseThrow();
        return OpenAiResponsesScript.create().says(word).apply(request);
    }

    /** An answer with the pseudonym of the request. */
    private static ServerResponse echo(ServerRequest request) {
        String pseudonym = Pattern.compile("MAIL_[0-9a-f]+")
                .matcher(request.text())
                .results()
                .map(MatchResult::group)
                .findFirst()
                .orElse("");
        return OpenAiResponsesScript.create()
                .says("I wrote to " + pseudonym + ".")
                .apply(request);
    }

    private static byte[] converse() {
        Map<String, String> events = new LinkedHashMap<>();
        events.put("messageStart", "{\"role\":\"assistant\"}");
        events.put("contentBlockDelta", "{\"contentBlockIndex\":0,\"delta\":{\"text\":\"" + ANSWER + "\"}}");
        events.put("contentBlockStop", "{\"contentBlockIndex\":0}");
        events.put("messageStop", "{\"stopReason\":\"end_turn\"}");
        events.put("metadata", "{\"usage\":{\"inputTokens\":7,\"outputTokens\":6,\"totalTokens\":13}}");
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        events.forEach((name, data) -> new Message(
                        Map.of(
                                ":message-type", HeaderValue.fromString("event"),
                                ":event-type", HeaderValue.fromString(name),
                                ":content-type", HeaderValue.fromString("application/json")),
                        data.getBytes(StandardCharsets.UTF_8))
                .encode(stream));
        return stream.toByteArray();
    }
}
