package dev.plumbline.examples.platforms;

import dev.plumbline.body.AiBody;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;
import java.util.concurrent.Callable;

/** A turn with a tool in the class loader of a plug-in; returns what the tool wrote, with the version of its library. */
public final class IdeProbe implements Callable<String> {
    private String text = "";

    @Tool(name = "write_text", value = "Writes the text.")
    void write(@Param("the whole text") String whole) {
        text = whole + " " + AskPanel.libraryVersion();
    }

    @Override
    public String call() {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(OpenAiChat.builder("gpt-6-luna")
                        .baseUrl(System.getProperty("plumbline.url"))
                        .build())
                .addTools(this)
                .build()) {
            return ai.session(AiBody.builder().toolFilter("*").build())
                            .send("Write a letter.")
                            .text()
                    + " " + text;
        }
    }
}
