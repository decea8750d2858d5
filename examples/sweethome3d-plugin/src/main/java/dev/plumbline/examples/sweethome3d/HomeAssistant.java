package dev.plumbline.examples.sweethome3d;

import dev.plumbline.assistant.AgentsPanel;
import dev.plumbline.assistant.Assistant;
import dev.plumbline.assistant.AssistantDocument;
import dev.plumbline.assistant.AssistantSettings;
import dev.plumbline.event.AiError;
import dev.plumbline.mcp.McpChanges;
import dev.plumbline.mcp.McpOptions;
import dev.plumbline.store.DiskResponseStore;
import dev.plumbline.tools.ApprovalRules;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.prefs.Preferences;
import javax.swing.JComponent;

/** The assistant of this plug-in, and a home as its document. */
final class HomeAssistant {
    private static final String INSTRUCTIONS = """
            You work in the plan of a home, in Sweet Home 3D. Lengths are centimetres; x grows to the right, y downwards.
            Ids come from read_plan, catalogIds from find_furniture: look before you change something.
            Work with the tools, then say in a sentence or two what you did. Delete only what the user wants deleted.""";

    private HomeAssistant() {}

    /** With settings in the user's preferences; system properties of the same names, {@code plumbline.desk.url}, come first. */
    static Assistant make() {
        Preferences node = Preferences.userRoot().node("dev/plumbline/desk");
        Path home = Path.of(System.getProperty("user.home"));
        return Assistant.builder("AI desk")
                .settings(AssistantSettings.of(
                        name -> System.getProperty("plumbline.desk." + name, node.get(name, "")), node::put))
                .instructions(INSTRUCTIONS)
                .approvals(ApprovalRules.builder()
                        .allow("*")
                        .ask("#destructive")
                        .validWhileUnchanged("document")
                        .build())
                .conversations(home.resolve(".eteks").resolve("sweethome3d").resolve("ai-desk"))
                .runtime(builder -> builder.cache(DiskResponseStore.of(
                        home.resolve(".cache").resolve("plumbline").resolve("sweethome3d"))))
                .build();
    }

    static AssistantDocument document(HomePlan plan, Object... more) {
        List<Object> tools = new ArrayList<>(List.of(more));
        tools.add(new ReadTools(plan).tools());
        tools.add(new DrawTools(plan).tools());
        tools.add(new EditTools(plan).tools());
        return AssistantDocument.of(plan::file, plan::revision, tools.toArray()).withUndo(plan.edits());
    }

    /** What happened, what one can do, and whether a stored answer could have helped. */
    static String sentence(AiError error, Locale locale) {
        String said = error.userMessage(locale);
        return switch (error.category()) {
            case NETWORK, TIMEOUT_CONNECT, PROXY, TLS ->
                said + " There is no stored answer to this question for the plan as it is now.";
            default -> said;
        };
    }

    /** Agents see pictures of the plan, too. All calls between change_begin and change_end are one undo step. */
    static AgentsPanel agents(HomePlan plan, JComponent view) {
        return AgentsPanel.create(
                document(plan, new PictureTools(view).tools()),
                McpOptions.builder("Sweet Home 3D", "7.0")
                        .instructions(
                                "Lengths are centimetres; x grows to the right, y downwards. Put what belongs together"
                                        + " between change_begin and change_end, so that the user can take it back at once.")
                        .changes(McpChanges.byTurn()));
    }
}
