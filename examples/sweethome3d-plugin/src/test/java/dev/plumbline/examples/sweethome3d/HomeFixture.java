package dev.plumbline.examples.sweethome3d;

import com.eteks.sweethome3d.io.DefaultUserPreferences;
import com.eteks.sweethome3d.model.Home;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Selector;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.tools.ToolRuntime;
import dev.plumbline.ui.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.swing.undo.UndoManager;
import javax.swing.undo.UndoableEditSupport;

/** A real home without a program around it, and the desk's tools. */
final class HomeFixture implements AutoCloseable {
    final Home home = new Home();
    final UndoManager undo = new UndoManager();
    final HomePlan plan;
    private final IToolExecutor tools;
    private String turn = "t1";

    HomeFixture() {
        UndoableEditSupport support = new UndoableEditSupport();
        support.addUndoableEditListener(undo);
        plan = new HomePlan(home, new DefaultUserPreferences(), support, null);
        tools = ToolRuntime.builder(JsonSchemas.service())
                .addTools(toolsOf(plan), "")
                .time(VirtualClock.create())
                .build();
    }

    static List<AiTool> toolsOf(HomePlan plan) {
        List<AiTool> all = new ArrayList<>();
        all.addAll(new ReadTools(plan).tools());
        all.addAll(new DrawTools(plan).tools());
        all.addAll(new EditTools(plan).tools());
        return all;
    }

    /** Asks a person about a call of every tool, and says no; returns the questions. */
    List<Question> asked(String tool, Map<String, ?> arguments) {
        List<Question> asked = new ArrayList<>();
        try (ToolRuntime careful = ToolRuntime.builder(JsonSchemas.service())
                .addTools(toolsOf(plan), "")
                .time(VirtualClock.create())
                .approvals(ApprovalRules.builder().validWhileUnchanged("plan").build())
                .documentRevisions((key, ends) -> Optional.of(plan.revision()))
                .questionHandler(question -> {
                    asked.add(question);
                    question.answer(question.fallback());
                })
                .build()) {
            ToolEnvelope unused = call(careful, tool, arguments);
        }
        return asked;
    }

    void turn(String name) {
        turn = name;
    }

    String state() {
        return plan.revision()
                + plan.walls().stream()
                        .map(wall -> (wall.getWallAtStart() == null
                                        ? "-"
                                        : wall.getWallAtStart().getId())
                                + (wall.getWallAtEnd() == null
                                        ? "-"
                                        : wall.getWallAtEnd().getId()))
                        .sorted()
                        .toList();
    }

    ToolEnvelope call(String tool, Map<String, ?> arguments) {
        return call(tools, tool, arguments);
    }

    private ToolEnvelope call(IToolExecutor executor, String tool, Map<String, ?> arguments) {
        CallIds ids = new CallIds("s", turn, 1, "");
        return executor.execute(
                        List.of(new Interaction.ToolCall("c", tool, Json.of(arguments))),
                        new IToolExecutor.CallScope(
                                ids,
                                Selector.ALL,
                                List.of(),
                                Cancellation.create(),
                                State.inMemory(),
                                State.inMemory(),
                                TelemetryObserver.NONE,
                                1,
                                IToolExecutor.CallListener.NONE))
                .get(0);
    }

    /** The id of what it made. */
    String makes(String tool, Map<String, ?> arguments) {
        ToolEnvelope done = call(tool, arguments);
        if (!done.isOk()) {
            throw new AssertionError(done.toJson().text());
        }
        return done.result().get("id").asText();
    }

    String wall(double x1, double y1, double x2, double y2) {
        return makes("add_wall", Map.of("x1", x1, "y1", y1, "x2", x2, "y2", y2));
    }

    @Override
    public void close() {
        tools.close();
    }
}
