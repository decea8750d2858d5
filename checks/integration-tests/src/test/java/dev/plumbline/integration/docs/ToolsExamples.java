package dev.plumbline.integration.docs;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policies.Policies;
import dev.plumbline.policies.Policies.InjectionAction;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.Policy;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.tools.ToolLimits;
import dev.plumbline.tools.ToolPolicies;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.InputRequest;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.UserInput;
import dev.plumbline.views.ChatPanel.QuestionDialog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.swing.undo.AbstractUndoableEdit;
import javax.swing.undo.UndoManager;
import javax.swing.undo.UndoableEdit;

/** The programs of docs/tools.md, compiled; a test sees to it that they are the same. */
final class ToolsExamples {

    private ToolsExamples() {}

    /** A wall of the host's. */
    record Wall(String id, double x1, double y1, double x2, double y2) {}

    /** A page of walls. */
    record Page(List<Wall> walls, int total, Optional<Integer> next) {}

    /** Stands for a document of the host's: a list, and its undo. */
    static final class Drawing {
        final List<Wall> walls = new ArrayList<>();
        final UndoManager undo = new UndoManager();

        Wall add(double x1, double y1, double x2, double y2) {
            Wall wall = new Wall("w" + (walls.size() + 1), x1, y1, x2, y2);
            walls.add(wall);
            return wall;
        }

        boolean remove(String id) {
            return walls.removeIf(wall -> wall.id().equals(id));
        }

        UndoableEdit added(Wall wall) {
            return new AbstractUndoableEdit() {
                private static final long serialVersionUID = 1L;

                @Override
                public void undo() {
                    super.undo();
                    walls.remove(wall);
                }

                @Override
                public void redo() {
                    super.redo();
                    walls.add(wall);
                }
            };
        }

        String revision() {
            return Integer.toString(walls.hashCode());
        }

        int begun;
        int open;

        void begin() {
            begun++;
            open++;
        }

        void end() {
            open--;
        }
    }

    /** The edits of one turn are one step: posted with the first of them, taking in the later ones. */
    static final class TurnEdit extends AbstractUndoableEdit {
        private static final long serialVersionUID = 1L;
        private final String turn;
        private final List<UndoableEdit> parts = new ArrayList<>();

        TurnEdit(String turn, UndoableEdit first) {
            this.turn = turn;
            parts.add(first);
        }

        @Override
        public boolean addEdit(UndoableEdit next) {
            return next instanceof TurnEdit edit && edit.turn.equals(turn) && canUndo() && parts.addAll(edit.parts);
        }

        @Override
        public void undo() {
            super.undo();
            for (int i = parts.size(); i-- > 0; ) {
                parts.get(i).undo();
            }
        }

        @Override
        public String getPresentationName() {
            return "edits of the assistant"; // after "Undo" in the menu of the host
        }

        @Override
        public void redo() {
            super.redo();
            parts.forEach(UndoableEdit::redo);
        }
    }

    record DrawingTools(Drawing drawing) {
        @Tool(
                value = "Draws a wall and returns it with its id. Millimetres.",
                examples = "{\"x1\": 0, \"y1\": 0, \"x2\": 5000, \"y2\": 0}")
        Wall drawWall(
                double x1, double y1, double x2, double y2, ToolContext call) { // on the UI thread: there is a host
            if (x1 == x2 && y1 == y2) {
                throw new ToolException("This wall has no length. Give two different points.");
            }
            call.cancellation().throwIfCancelled(); // last, before the effect
            Wall wall = drawing.add(x1, y1, x2, y2);
            drawing.undo.addEdit(new TurnEdit(call.ids().turn(), drawing.added(wall)));
            return wall;
        }

        @Tool(value = "Renders the plan.", readOnly = true, affinity = ThreadAffinity.POOL, timeoutMillis = 120_000)
        String render(ToolContext call) throws Exception { // in the pool, except for the snapshot
            List<Wall> walls = call.onUiThread(() -> List.copyOf(drawing.walls));
            call.progress(0.5, "rendering " + walls.size() + " walls");
            return walls.size() + " walls";
        }
    }

    static AiRuntime drawing(AiProvider provider, HostApplication host, Drawing drawing) {
        return AiRuntime.builder()
                .addProvider(provider)
                .host(host)
                .addTools(new DrawingTools(drawing))
                .build();
    }

    record Renderer(Executor workers, Drawing drawing) {
        @Tool("Renders the plan and returns the number of walls in it.")
        CompletableFuture<Integer> render() { // on the UI thread, which is free again at once
            List<Wall> walls = List.copyOf(drawing.walls);
            return CompletableFuture.supplyAsync(walls::size, workers);
        }
    }

    record Query(Drawing drawing) {
        @Tool(value = "Lists walls, 50 at a time.", readOnly = true)
        Page walls(@Param("where to begin; 0 unless given") Optional<Integer> from) {
            int begin = Math.max(0, from.orElse(0));
            List<Wall> all = drawing.walls;
            int end = Math.min(all.size(), begin + 50);
            Optional<Integer> next = end < all.size() ? Optional.of(end) : Optional.empty();
            return new Page(List.copyOf(all.subList(Math.min(begin, end), end)), all.size(), next);
        }
    }

    record Deleting(Drawing drawing) {
        @Tool(value = "Deletes a wall.", destructive = true)
        void deleteWall(String id) {
            if (!drawing.remove(id)) {
                throw new ToolException("There is no wall " + id + ". Ask for the walls first.");
            }
        }
    }

    /** Says no, and why: the model reads both. */
    static boolean refuse(ConversationSession session, Question question, String why) {
        session.interject(why); // first: the message belongs to the running turn
        return question.answer(question.fallback()); // of an approval, the No
    }

    static AiRuntime careful(AiProvider provider, Drawing drawing) {
        return careful(provider, drawing, QuestionDialog::show);
    }

    static AiRuntime careful(AiProvider provider, Drawing drawing, Consumer<Question> dialog) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addTools(new Deleting(drawing))
                .addContext("drawing", drawing::revision)
                .approvals(ApprovalRules.builder()
                        .allow("*")
                        .ask("#destructive")
                        .deny("run_script")
                        .validWhileUnchanged("drawing")
                        .timeout(Duration.ofMinutes(1))
                        .build())
                .questionHandler(dialog) // without one, the answer is no
                .build();
    }

    static AiRuntime reading(AiProvider provider, List<AiTool> tools, Supplier<String> letter) {
        ContextSource asked = ContextSource.of("letter", () -> Policies.withoutInstructions(letter.get()));
        return AiRuntime.builder()
                .addProvider(provider)
                .addTools(tools)
                .addContext(asked.withOrigin(ContentOrigin.DOCUMENT))
                .approvals(ApprovalRules.builder()
                        .allow("*")
                        .askWhenValuesUntrusted("*")
                        .askWhenUntrusted("#destructive")
                        .build())
                .addToolPolicy("injections", "#open-world", Policies.injectionGuard(InjectionAction.MARK))
                .build();
    }

    record Opening(double width, double height) {}

    static AiTool area() {
        return AiTool.of("area", "Area of an opening in mm².", Opening.class, (in, call) -> in.width() * in.height())
                .withPure();
    }

    static AiRuntime limited(AiProvider provider, List<AiTool> tools) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addTools(tools)
                .addToolPolicy("quota", "#open-world", ToolPolicies.quota(20, 100, 2))
                .addToolPolicy("lower-case", "find_*", (call, next) -> {
                    String words = call.call().arguments().get("words").asText();
                    Map<String, String> lower = Map.of("words", words.toLowerCase(Locale.ROOT));
                    return next.proceed(call.withArguments(dev.plumbline.json.Json.of(lower)));
                })
                .build();
    }

    /** One transaction of the host for all edits of a turn. */
    static final class Transaction implements Hook {
        private final HostApplication host;
        private final Drawing drawing;
        private boolean open; // seen by the UI thread only

        Transaction(HostApplication host, Drawing drawing) {
            this.host = host;
            this.drawing = drawing;
        }

        /** Called by each tool that edits, right before it edits. */
        void begin() {
            if (!open) {
                open = true;
                drawing.begin();
            }
        }

        @Override
        public void onTurnFinished(AiReturn ret, Context context) { // comes for every turn, however it ended
            host.execute(() -> {
                if (open) {
                    open = false;
                    drawing.end();
                }
            });
        }
    }

    record EditingTools(Drawing drawing, Transaction transaction) {
        @Tool(value = "Counts the walls.", readOnly = true)
        int countWalls() {
            return drawing.walls.size();
        }

        @Tool("Draws a wall. Millimetres.")
        Wall drawWall(double x1, double y1, double x2, double y2) {
            transaction.begin();
            return drawing.add(x1, y1, x2, y2);
        }
    }

    static AiRuntime withLimits(AiProvider provider, List<AiTool> tools) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addTools(tools)
                .defaults(SessionOptions.builder() // 40 rounds, 50 minutes without this line
                        .budget(SessionOptions.Budget.ofDefaults()
                                .withRounds(10)
                                .withTime(Duration.ofMinutes(5)))
                        .build())
                .toolLimits(ToolLimits.ofDefaults().withMaxConcurrent(4).withResultBytes(16_000))
                .attachedBytes(1_000_000)
                .summaryThreshold(0.8) // of the model's context window: then the conversation is summarised
                .build();
    }

    static AiRuntime editing(AiProvider provider, HostApplication host, Drawing drawing) {
        Transaction transaction = new Transaction(host, drawing);
        return AiRuntime.builder()
                .addProvider(provider)
                .host(host)
                .addTools(new EditingTools(drawing, transaction))
                .addHook("transaction", transaction)
                .build();
    }

    /** Stands for the class of that name in JavaFX. */
    static final class Platform {
        private Platform() {}

        static void runLater(Runnable task) {
            task.run();
        }

        static boolean isFxApplicationThread() {
            return true;
        }
    }

    static HostApplication javaFx() {
        return HostApplication.of(Platform::runLater, Platform::isFxApplicationThread);
    }

    /** Stands for the class of that name in SWT. */
    interface Display {
        void asyncExec(Runnable task);

        Thread getThread();
    }

    static HostApplication swt(Display display) {
        return HostApplication.of(display::asyncExec, () -> Thread.currentThread() == display.getThread());
    }

    /** A host that knows when it is busy. */
    record Guarded(Executor ui, BooleanSupplier onUi, BooleanSupplier idle) implements HostApplication {
        @Override
        public void execute(Runnable task) {
            ui.execute(task);
        }

        @Override
        public boolean isUiThread() {
            return onUi.getAsBoolean();
        }

        @Override
        public boolean canEditNow() { // asked on the UI thread before each tool; false puts it off
            return idle.getAsBoolean();
        }
    }

    static List<Interaction.ToolResult> results(AiReturn ret) {
        return ret.toolResults();
    }

    /** Tools that ask a person for missing values. */
    static final class WindowTools {
        @Tool(value = "Adds a window.", affinity = ThreadAffinity.POOL)
        String addWindow(ToolContext call) {
            String frame = call.ask(InputRequest.choice("Which frame?", List.of("oak", "steel")))
                    .orThrow();
            double width = call.ask(InputRequest.number("How wide, in metres?", 0.4, 3)
                            .withDefault(1.2)
                            .withTimeout(Duration.ofMinutes(1)))
                    .orThrow();
            call.publish(Json.object().with("window", frame)); // views receive SessionEvent.Custom
            return frame + ", " + width + " m";
        }
    }

    static final Policy ASKS_BEFORE_SENDING = (call, next) -> {
        UserInput person = UserInput.of(call, "asks-before-sending");
        InputRequest<String> request = InputRequest.choice(
                        "Send the drawing to the service?", List.of("Send", "Do not send"))
                .withDefault("Do not send");
        return person.ask(request).orThrow().equals("Send")
                ? next.proceed(call)
                : AiReturn.failed(AiError.of(AiError.Category.POLICY_DENIED, "not-sent", "the person did not agree"));
    };
}
