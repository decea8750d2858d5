package dev.plumbline.integration.docs;

import dev.plumbline.assistant.AgentsPanel;
import dev.plumbline.assistant.Assistant;
import dev.plumbline.assistant.AssistantDocument;
import dev.plumbline.assistant.AssistantPanel;
import dev.plumbline.assistant.AssistantSettings;
import dev.plumbline.assistant.SetupPanel;
import dev.plumbline.assistant.TurnEdits;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.mcp.McpChanges;
import dev.plumbline.mcp.McpOptions;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.LocalServers;
import dev.plumbline.runtime.AiRuntime.CloseReport;
import dev.plumbline.store.FileSessionStore;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tools.ApprovalRules;
import java.awt.Window;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.prefs.Preferences;
import javax.swing.JButton;
import javax.swing.JDialog;
import javax.swing.JPanel;
import javax.swing.undo.UndoManager;
import javax.swing.undo.UndoableEditSupport;

/** The parts of docs/assistant.md, compiled. */
final class AssistantExamples {
    private AssistantExamples() {}

    static Assistant asked(Path folder) {
        return Assistant.builder("Wall planner")
                .settings(AssistantSettings.of(Preferences.userRoot().node("wall-planner")))
                .instructions("You draw walls with tools. Lengths are centimetres.")
                .approvals(ApprovalRules.builder().allow("#read-only").ask("*").build())
                .conversations(folder)
                .build();
    }

    static AssistantSettings inAFile(Path folder) {
        return AssistantSettings.inFile(folder.resolve("assistant.properties"));
    }

    static List<String> localModels() {
        return LocalServers.find().stream() // waits, so not on the event dispatch thread
                .flatMap(server -> server.models().stream().map(model -> server.name() + ": " + model))
                .toList();
    }

    static JPanel page(Assistant assistant, JButton ok) {
        SetupPanel setup = assistant.setup();
        ok.addActionListener(pressed -> setup.save());
        return setup.component();
    }

    static AssistantDocument withRules(AssistantDocument walls, Path plan) {
        return walls.withRules(() -> Optional.of(plan.resolveSibling("AGENTS.md")));
    }

    static AssistantDocument undone(AssistantDocument walls, UndoableEditSupport edits, UndoManager undo) {
        return walls.withUndo(turns(edits, undo));
    }

    static TurnEdits turns(UndoableEditSupport edits, UndoManager undo) {
        return TurnEdits.of(edits, "AI edit", undo::undo, undo::redo);
    }

    static void draw(TurnEdits turns, ToolContext call, List<String> walls, String wall) {
        String turn = call.ids().turn(); // first, so that nothing is changed without its undo
        walls.add(wall);
        turns.add(turn, () -> walls.remove(wall), () -> walls.add(wall));
    }

    static JDialog agents(AssistantDocument walls, Window owner) {
        return AgentsPanel.create(walls, McpOptions.builder("Wall planner", "1").changes(McpChanges.byTurn()))
                .dialog(owner);
    }

    static AssistantPanel shown(Assistant assistant, Object key, Window owner, AssistantDocument walls) {
        return assistant.show(key, owner, () -> walls);
    }

    static Assistant audited(Path folder, Secret key, Consumer<String> log) {
        return Assistant.builder("Wall planner")
                .conversations(folder)
                .runtime(ai -> ai.requestLog(false, log).journal(FileSessionStore.of(folder, key), FailureMode.FAIL))
                .build();
    }

    static Subscription countsAnswers(AssistantPanel panel, AtomicInteger answers) {
        return panel.onSession(session -> session.observe(new ConversationObserver() {
            @Override
            public void onFinished(AiReturn ret) {
                answers.incrementAndGet();
            }
        }));
    }

    static void ended(AssistantPanel panel) throws Exception {
        CompletableFuture<CloseReport> closed = panel.close();
        try {
            if (!closed.get(2, TimeUnit.SECONDS).lostRecords().isEmpty()) {
                panel.chat().addNotice("The disk is full: the end of the conversation is not stored.");
            }
        } catch (TimeoutException e) {
            // something of the host's own code still runs: go on
        }
    }

    static Assistant scripted(ScriptedProvider model) {
        return Assistant.builder("Wall planner")
                .settings(AssistantSettings.of(key -> "", (key, value) -> {}))
                .provider(() -> model)
                .build();
    }
}
