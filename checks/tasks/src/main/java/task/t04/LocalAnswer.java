package task.t04;

import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiException;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.runtime.AiRuntime;

public final class LocalAnswer {
    private LocalAnswer() {}

    public static String ask(String baseUrl, String model, String question) {
        try (AiRuntime ai =
                AiRuntime.of(OpenAiChat.builder(model).baseUrl(baseUrl).build())) {
            AiReturn ret = ai.send(question);
            return ret.isOk() ? ret.text() : ret.error().orElseThrow().userMessage();
        } catch (AiException e) {
            return e.error().userMessage();
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }
}
