package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.event.AiError;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.store.DiskResponseStore;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.tool.Tool;
import dev.plumbline.ui.HostApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what the mistakes of a first hour say. */
class NewcomerErrorsTest {

    static class Overloaded {
        @Tool("Draws a wall.")
        String drawWall(double length) {
            return "w" + length;
        }

        @Tool("Draws a wall of a thickness.")
        String drawWall(double length, double thickness) {
            return "w" + length + thickness;
        }
    }

    static class Plain {
        @Tool("Draws a wall.")
        String drawWall(double length) {
            return "plain";
        }
    }

    static final class Better extends Plain {
        @Override
        @Tool("Draws a better wall.")
        String drawWall(double length) {
            return "better";
        }
    }

    private static AiRuntime runtime(Object... tools) {
        return AiRuntime.builder()
                .addProvider(ScriptedProvider.create()
                        .callsTool("drawWall", Map.of("length", 5))
                        .says("Drawn."))
                .addTools(tools)
                .build();
    }

    @Test
    @DisplayName("N11 overloaded tools are both named, with the way out")
    void n11_overloadedTools_areNamed() {
        assertThatThrownBy(() -> runtime(new Overloaded()))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .startsWith("Overloaded.drawWall(double")
                .contains("Overloaded.drawWall(double)", "Overloaded.drawWall(double, double)")
                .endsWith("are both the tool drawWall: names are unique; give one another name, @Tool(name = \"…\")");
    }

    @Test
    @DisplayName("N11 an object that is given twice is named, with the way out")
    void n11_toolsGivenTwice_areNamed() {
        assertThatThrownBy(() -> runtime(new Plain(), new Better()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("tool drawWall: given twice by the host; names are unique: give one another name, as with"
                        + " @Tool(name = \"…\")");
    }

    @Test
    @DisplayName("N11 a tool that is overridden is one tool")
    void n11_overriddenTool_isOne() {
        try (AiRuntime ai = runtime(new Better())) {
            assertThat(ai.send("A wall.").toolResults())
                    .singleElement()
                    .extracting(result -> result.envelope().result().text())
                    .asString()
                    .contains("better");
        }
    }

    @Test
    @DisplayName("N11 an answer of a raw type is refused with what to write")
    void n11_rawAnswer_isNamed() {
        try (AiRuntime ai = runtime(new Plain())) {
            assertThatThrownBy(() -> ai.send("Three walls.", List.class))
                    .hasMessageContaining("List is a List of anything")
                    .hasMessageContaining("TypeRef.listOf(E.class)");
        }
    }

    @Test
    @DisplayName("N11 a failed return prints the category, code and message of its error")
    void n11_failedReturn_printsItsError() {
        AiReturn failed =
                AiReturn.failed(AiError.of(AiError.Category.CONFIGURATION, "no-key", "no key: set OPENAI_API_KEY"));
        assertThat(failed)
                .asString()
                .isEqualTo("AiReturn[FAILED, CONFIGURATION no-key: no key: set OPENAI_API_KEY, 0"
                        + " interactions, Usage[input=0, output=0, cachedInput=0, cacheWrites=0,"
                        + " longCacheWrites=0, reasoning=0, calls=0]]");
    }

    @Test
    @DisplayName("N11 a class in place of an object, a model without provider and an observer that is null are named")
    void n11_wrongArguments_areNamed() {
        assertThatThrownBy(() -> runtime((Object) Plain.class))
                .hasMessage("the class " + Plain.class.getName()
                        + " was given: give an object of it, whose methods are called");
        assertThatThrownBy(() -> ModelId.parse("gpt-5.5"))
                .hasMessage("a model id is provider:model, e.g. openai:some-model, not \"gpt-5.5\"");
        try (AiRuntime ai = runtime(new Plain());
                ConversationSession session = ai.session(AiBody.builder().build())) {
            assertThatThrownBy(() -> session.observe(nothing())).hasMessage("observer");
        }
    }

    @SuppressWarnings("NullAway")
    private static ConversationObserver nothing() {
        return null;
    }

    @Test
    @DisplayName("N11 a question that waits on the UI thread names what to call in its place")
    void n11_sendOfARuntimeOnTheUiThread_isNamed() {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create().says("x"))
                .host(HostApplication.of(Runnable::run, () -> true))
                .build()) {
            assertThatThrownBy(() -> ai.send("What?"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("send() of a runtime")
                    .hasMessageEndingWith("use sendAsync() or runAsync() of a session");
        }
    }

    @Test
    @DisplayName("N11 a cache that cannot be written is one failure for the log, not one for each call")
    void n11_cacheThatCannotBeWritten_isReported(@TempDir Path folder) throws IOException {
        Path taken = Files.writeString(folder.resolve("taken"), "a file of the user");
        List<String> failed = new CopyOnWriteArrayList<>();
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create().says("Yes.").repeats())
                .cache(DiskResponseStore.of(taken))
                .addFailureListener(failure -> failed.add(failure.extension()))
                .build()) {
            assertThat(ai.send("1").text()).isEqualTo("Yes.");
            assertThat(ai.send("2").text()).isEqualTo("Yes.");
        }
        assertThat(failed).containsExactly("response-store");
    }

    @Test
    @DisplayName("N11 the sentence about a model that is not there names it")
    void n11_unknownModel_isNamed() {
        try (ScriptedServer server = ScriptedServer.openAiChat()
                        .answers(OpenAiChatScript.create().fails(404, "model_not_found"));
                AiRuntime ai = AiRuntime.of(OpenAiChat.builder("qwen33")
                        .baseUrl(server.address().toString())
                        .build())) {
            AiError unknown = ai.send("1").error().orElseThrow();
            assertThat(unknown.category()).isEqualTo(AiError.Category.NOT_FOUND);
            assertThat(unknown.userMessage()).startsWith("There is no model qwen33, or");
        }
    }

    @Test
    @DisplayName("N11 a request beyond the script of a test server is explained in the error of the service")
    void n11_usedUpScript_isNamed() {
        try (ScriptedServer server = ScriptedServer.openAiChat()
                        .answers(OpenAiChatScript.create().says("one"));
                AiRuntime ai = AiRuntime.builder()
                        .addProvider(OpenAiChat.builder("scripted")
                                .baseUrl(server.address().toString())
                                .build())
                        .build()) {
            assertThat(ai.send("1").text()).isEqualTo("one");
            AiError ended = ai.send("2").error().orElseThrow();
            assertThat(ended.code()).isEqualTo("script_ended");
            assertThat(server.requests()).as("it is not sent again").hasSize(2);
            assertThat(ended.providerMessage().text())
                    .isEqualTo("the script of this test server has no more answers: add one with answers(...) or"
                            + " otherwise(...)");
        }
    }
}
