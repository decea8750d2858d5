package dev.plumbline.comparison.comingfrom;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.SystemMessage;
import java.util.function.Consumer;

/** Programs with LangChain4j. */
final class FromLangChain4j {
    private FromLangChain4j() {}

    static String ask(ChatModel model) {
        return model.chat("What is a plumb line?");
    }

    static void stream(StreamingChatModel model, Consumer<String> show) {
        model.chat("What is a plumb line?", new StreamingChatResponseHandler() {
            @Override
            public void onPartialResponse(String piece) {
                show.accept(piece);
            }

            @Override
            public void onCompleteResponse(ChatResponse response) {}

            @Override
            public void onError(Throwable error) {
                show.accept(error.getMessage());
            }
        });
    }

    static final class WallTools {
        @Tool("Draws a wall.")
        String drawWall(@P("length in millimetres") double length) {
            return "w1, " + length + " mm";
        }
    }

    interface Draughtsman {
        @SystemMessage("You draw floor plans.")
        String chat(String message);
    }

    static String draw(ChatModel model) {
        Draughtsman draughtsman = AiServices.builder(Draughtsman.class)
                .chatModel(model)
                .tools(new WallTools())
                .chatMemory(MessageWindowChatMemory.withMaxMessages(20))
                .build();
        return draughtsman.chat("A wall of 5 metres.");
    }

    record Wall(String id, double millimetres) {}

    interface WallReader {
        Wall read(String message);
    }

    static Wall typed(ChatModel model) {
        return AiServices.create(WallReader.class, model).read("Describe a wall of 5 metres.");
    }
}
