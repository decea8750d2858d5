package dev.plumbline.assistant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.assistant.ToolServer.RefusedServer;
import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.mcp.McpOptions;
import dev.plumbline.mcp.McpServer;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.Tool;
import dev.plumbline.tools.ToolRuntime;
import java.awt.Window;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.swing.AbstractButton;
import javax.swing.JTabbedPane;
import javax.swing.text.JTextComponent;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The servers of tools that a user has added. */
class ToolServersTest {
    private static final AssistantDocument PLAN = AssistantDocument.of(() -> "plan", () -> "1");

    @TempDir
    private Path folder;

    /** A server with two tools. */
    private static final class Prices {
        @Tool(value = "Returns the price of a material.", readOnly = true)
        String price(String material) {
            return material + " costs 7";
        }

        @Tool(value = "Lists materials.", readOnly = true)
        String materials() {
            return "oak, pine";
        }
    }

    private McpServer serve(ToolRuntime tools) {
        return McpServer.serve(
                tools,
                McpOptions.builder("Prices", "1")
                        .folder(folder)
                        .questionHandler(
                                asked -> asked.opened().answer(asked.options().get(0)))
                        .build());
    }

    private static ToolRuntime tools() {
        return ToolRuntime.builder(JsonSchemas.service())
                .addTools(AiTool.allOf(new Prices()), "")
                .build();
    }

    private static String entry(McpServer server) {
        return "{\"mcpServers\":{\"Price list\":{\"type\":\"http\",\"url\":\"" + server.address()
                + "\",\"headers\":{\"Authorization\":\"Bearer " + server.token() + "\"}}}}";
    }

    @Test
    @DisplayName("D1 a server is pasted, tested, used, switched off and removed, and its secrets are in the keyring")
    void d1_server_isAddedAndUsed() {
        OpenAiChatScript script = OpenAiChatScript.create()
                .callsTool("Price-list_price", Map.of("material", "oak"))
                .says("Oak costs 7.")
                .says("I know no prices.");
        try (ToolRuntime tools = tools();
                McpServer prices = serve(tools);
                ScriptedServer model = ScriptedServer.openAiChat().otherwise(script);
                Desk desk = Desk.at(model)) {
            Assistant assistant = Desk.onUi(() -> desk.assistant(builder -> builder.approvals(
                    dev.plumbline.tools.ApprovalRules.builder().allow("*").build())));
            SetupPanel setup = Desk.onUi(assistant::setup);
            paste(setup, entry(prices));
            Desk.awaitText(setup.component(), "Price-list");
            assertThat(desk.settings.get("mcpServers"))
                    .contains("Price-list", "Authorization")
                    .doesNotContain(prices.token());
            assertThat(desk.keyring).containsKey("mcp Price-list Authorization");
            Desk.press(setup.component(), "servers-test-Price-list");
            Desk.awaitText(setup.component(), "Tools: 2 (");

            AssistantPanel panel = Desk.onUi(() -> assistant.open(PLAN));
            Desk.ui(() -> panel.send("What does oak cost?"));
            agree(panel);
            Desk.awaitText(panel.component(), "Oak costs 7.");

            Desk.ui(() -> Desk.find(setup.component(), "servers-on-Price-list", AbstractButton.class)
                    .doClick());
            Await.until(() -> desk.settings.get("mcpServers").contains("disabled"), () -> "it is not switched off");
            Await.until(
                    () -> {
                        Desk.ui(() -> panel.send("And pine?"));
                        return model.requests().size() > 2;
                    },
                    () -> "nothing is asked");
            assertThat(model.requests().get(2).text()).doesNotContain("Price-list_price\",\"description");

            Desk.press(setup.component(), "servers-remove-Price-list");
            Await.until(() -> desk.settings.get("mcpServers").isEmpty(), () -> "it is still there");
            assertThat(desk.keyring).isEmpty();
        }
    }

    /** Agrees to the tools of a server in its dialog. */
    private static void agree(AssistantPanel panel) {
        Await.until(
                () -> Desk.onUi(() -> {
                    for (Window window : Window.getWindows()) {
                        if (window.isShowing()) {
                            Desk.pressText(window, "Show all");
                            Desk.pressText(window, "Use these tools");
                        }
                    }
                    return !Desk.texts(panel.component()).contains("Sent as soon");
                }),
                () -> "no question about the tools is shown");
    }

    @Test
    @DisplayName("D1 a server that cannot be reached is said, and the conversation begins without it")
    void d1_missingServer_isSaid() {
        try (ScriptedServer model = ScriptedServer.openAiChat()
                        .otherwise(OpenAiChatScript.create().says("Hello."));
                Desk desk = Desk.at(model)) {
            Assistant assistant = Desk.onUi(() -> desk.assistant(builder -> builder));
            SetupPanel setup = Desk.onUi(assistant::setup);
            paste(setup, "{\"files\":{\"command\":\"no-such-program-54\",\"env\":{\"KEY\":\"s3cret\"}}}");
            Desk.awaitText(setup.component(), "files");
            Desk.press(setup.component(), "servers-test-files");
            Desk.awaitText(setup.component(), "The program no-such-program-54 cannot be started.");

            AssistantPanel panel = Desk.onUi(() -> assistant.open(PLAN));
            Desk.awaitText(panel.component(), "The server of tools files is not used.");
            Desk.ui(() -> panel.send("Hello?"));
            Desk.awaitText(panel.component(), "Hello.");
            assertThat(Desk.onUi(() -> Desk.texts(panel.component()))).doesNotContain("s3cret");
        }
    }

    @Test
    @DisplayName("D1 what cannot be read is said with its place, and what was pasted stays")
    void d1_badText_staysInTheField() {
        try (Desk desk = new Desk()) {
            SetupPanel setup =
                    Desk.onUi(() -> desk.assistant(builder -> builder).setup());
            paste(setup, "{\"mcpServers\":{\"files\":{\"args\":[\"-y\"]}}}");
            Desk.awaitText(setup.component(), "A server has a command or a url, and not both: files");
            assertThat(Desk.onUi(() -> Desk.find(setup.component(), "servers-text", JTextComponent.class)
                            .getText()))
                    .contains("-y");
            assertThat(desk.settings).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\": | This is not JSON: line 1",
                "[] | There is no server in it.",
                "{\"a\":{\"command\":\"x\",\"url\":\"https://x\"}} | not both: a",
                "{\"a\":{\"command\":\"x\",\"args\":\"-y\"}} | a, args",
                "{\"a\":{\"command\":\"x\",\"args\":[1]}} | a, args 1",
                "{\"a\":{\"command\":\"x\",\"env\":{\"K\":7}}} | a, env, K",
                "{\"servers\":{\"a\":{\"url\":\"https://x\",\"headers\":{\"K\":\"${input:key}\"}}}} | a, headers, K",
                "{\"—\":{\"command\":\"x\"}} | letters or digits: —"
            })
    @DisplayName("D1 each rule of the JSON has its sentence and its place")
    void d1_refusals_haveAPlace(String text, String sentence) {
        assertThatThrownBy(() -> ToolServer.read(text))
                .isInstanceOfSatisfying(
                        RefusedServer.class,
                        refused -> assertThat(refused.sentence(AssistantWords.of(Locale.ENGLISH)))
                                .contains(sentence));
    }

    @Test
    @DisplayName("D1 what is kept is read again as the same servers")
    void d1_kept_isReadAgain() {
        List<ToolServer> servers = ToolServer.read(
                "{\"servers\":{\"a b\":{\"type\":\"stdio\",\"command\":\"npx\",\"args\":[\"-y\",\"p\"],"
                        + "\"env\":{\"K\":\"v\"},\"disabled\":true},\"w\":{\"type\":\"http\",\"url\":\"https://x/mcp\"}}}");
        Json again = Json.object();
        for (ToolServer each : servers) {
            again = again.with(each.name(), each.toJson());
        }
        assertThat(ToolServer.read(again.text())).isEqualTo(servers);
        assertThat(servers).extracting(ToolServer::name).containsExactly("a-b", "w");
        assertThat(servers.get(0).toString()).doesNotContain("npx");
    }

    private static void paste(SetupPanel setup, String text) {
        Desk.ui(() -> Desk.find(setup.component(), "plumbline-tabs", JTabbedPane.class)
                .setSelectedIndex(1));
        Desk.ui(() -> Desk.find(setup.component(), "servers-text", JTextComponent.class)
                .setText(text));
        Desk.ui(() -> Desk.find(setup.component(), "servers-add", AbstractButton.class)
                .doClick());
    }
}
