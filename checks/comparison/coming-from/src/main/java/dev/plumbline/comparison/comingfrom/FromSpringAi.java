package dev.plumbline.comparison.comingfrom;

import java.util.function.Consumer;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;

/** Programs with Spring AI. */
final class FromSpringAi {
    private FromSpringAi() {}

    static String ask(ChatModel model) {
        return ChatClient.create(model).prompt("What is a plumb line?").call().content();
    }

    static void stream(ChatModel model, Consumer<String> show) {
        ChatClient.create(model).prompt("What is a plumb line?").stream()
                .content()
                .subscribe(show, error -> show.accept(error.getMessage()));
    }

    static final class WallTools {
        @Tool(description = "Draws a wall.")
        String drawWall(@ToolParam(description = "length in millimetres") double length) {
            return "w1, " + length + " mm";
        }
    }

    static String draw(ChatModel model) {
        ChatClient draughtsman = ChatClient.builder(model)
                .defaultSystem("You draw floor plans.")
                .defaultTools(new WallTools())
                .defaultAdvisors(MessageChatMemoryAdvisor.builder(
                                MessageWindowChatMemory.builder().build())
                        .build())
                .build();
        return draughtsman
                .prompt("A wall of 5 metres.")
                .advisors(about -> about.param(ChatMemory.CONVERSATION_ID, "plan"))
                .call()
                .content();
    }

    record Wall(String id, double millimetres) {}

    static Wall typed(ChatModel model) {
        return ChatClient.create(model)
                .prompt("Describe a wall of 5 metres.")
                .call()
                .entity(Wall.class);
    }
}
