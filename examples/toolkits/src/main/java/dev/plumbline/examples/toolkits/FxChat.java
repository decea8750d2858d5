package dev.plumbline.examples.toolkits;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.Question;
import dev.plumbline.views.ConversationRows;
import dev.plumbline.views.ConversationRows.RowChange;
import dev.plumbline.views.MarkdownBlock;
import dev.plumbline.views.RowAction;
import dev.plumbline.views.RowText;
import dev.plumbline.views.StatusLine;
import dev.plumbline.views.ViewRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Separator;
import javafx.scene.control.TextField;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;
import javafx.stage.Stage;

/** A conversation in JavaFX: Markdown, folds, questions, actions and a status line. The toolkit only draws. */
public final class FxChat {
    private static final SessionOptions QUEUED =
            SessionOptions.builder().busyAction(SessionOptions.BusyAction.QUEUE).build();

    private final ConversationSession session;
    private final VBox list = new VBox(8);
    private final Map<String, VBox> boxes = new LinkedHashMap<>();
    private final Map<String, ViewRow> rows = new LinkedHashMap<>();
    private final Label status = new Label();
    private final List<RowAction> actions;

    private FxChat(ConversationSession session) {
        this.session = session;
        this.actions = List.of(new RowAction(
                "retry",
                "Ask again",
                row -> row instanceof ViewRow.UserMessage && row.entry().isPresent()
                        ? session.isRunning() ? RowAction.Offer.refused("A turn is running.") : RowAction.Offer.READY
                        : RowAction.Offer.NONE,
                row -> session.editAsync(row.entry().orElseThrow(), row.text())));
    }

    public static void main(String[] args) {
        Application.launch(Window.class, args);
    }

    /** The window. The runtime is closed with the application. */
    public static class Window extends Application {
        private AiRuntime ai;

        /** Returns the service and the tools; a test has others. */
        protected AiRuntime.Builder runtime() {
            AiProvider provider = OpenAiResponses.builder().apiKeyFromEnv().build();
            return AiRuntime.builder().addProvider(provider);
        }

        @Override
        public void start(Stage stage) {
            ai = runtime()
                    .host(HostApplication.of(Platform::runLater, Platform::isFxApplicationThread))
                    .questionHandler(question -> {}) // the rows show the questions
                    .build();
            ConversationSession session =
                    ai.session(AiBody.builder().toolFilter("*").build(), QUEUED);
            stage.setTitle("Chat");
            stage.setScene(new Scene(new FxChat(session).pane(), 420, 600));
            stage.show();
        }

        @Override
        public void stop() {
            ai.close(); // does not wait on the thread of JavaFX
        }
    }

    private BorderPane pane() {
        ConversationRows all =
                ConversationRows.of(session::path, session::unknownOutcomes, session::interjected, this::apply);
        all.rows().forEach(this::draw);
        session.observe(all);
        Button stop = new Button("Stop");
        stop.setOnAction(event -> session.cancel("stopped by the user"));
        stop.setDisable(true);
        StatusLine line = StatusLine.of(Locale.getDefault(), words -> {
            status.setText(words);
            stop.setDisable(words.isEmpty());
        });
        session.observe(line);
        TextField message = new TextField();
        message.setOnAction(event -> {
            if (!message.getText().isBlank()) {
                session.sendAsync(message.getText()); // returns at once
                message.clear();
            }
        });
        ScrollPane scroller = new ScrollPane(list);
        scroller.setFitToWidth(true);
        list.heightProperty().addListener(changed -> scroller.setVvalue(1));
        return new BorderPane(scroller, null, null, new VBox(4, new HBox(8, status, stop), message), null);
    }

    private void apply(RowChange change) {
        if (change instanceof RowChange.Added added) {
            draw(added.row());
        } else if (change instanceof RowChange.Changed changed) {
            draw(changed.row());
        } else if (change instanceof RowChange.Appended more && rows.get(more.key()) instanceof ViewRow.Answer before) {
            draw(before.with(more));
        } else if (change instanceof RowChange.Removed) {
            rows.remove(change.key());
            list.getChildren().remove(boxes.remove(change.key()));
        }
    }

    private void draw(ViewRow row) {
        rows.put(row.key(), row);
        VBox box = boxes.computeIfAbsent(row.key(), key -> {
            VBox made = new VBox(2);
            list.getChildren().add(made);
            return made;
        });
        RowText words = RowText.of(row, Locale.getDefault());
        Label title = new Label(words.title());
        title.setStyle(
                "-fx-font-weight: bold" + (words.tone() == RowText.Tone.ERROR ? "; -fx-text-fill: #b02020" : ""));
        box.getChildren().setAll(title);
        words.blocks().forEach(block -> box.getChildren().add(drawn(block)));
        for (RowText.Fold fold : words.folds()) {
            TitledPane pane = new TitledPane(fold.heading(), null);
            pane.setExpanded(false);
            pane.expandedProperty()
                    .addListener(opened -> pane.setContent(mono(fold.text().get())));
            box.getChildren().add(pane);
        }
        if (row instanceof ViewRow.OpenQuestion open) {
            ask(box, open.question().opened()); // all parts are shown
        }
        title.setOnContextMenuRequested(event -> menu(row).show(title, event.getScreenX(), event.getScreenY()));
    }

    private ContextMenu menu(ViewRow row) {
        ContextMenu menu = new ContextMenu();
        for (RowAction action : actions) {
            RowAction.Offer offer = action.offer().apply(row);
            if (offer.isShown()) {
                MenuItem item =
                        new MenuItem(offer.isReady() ? action.label() : action.label() + ": " + offer.refusal());
                item.setDisable(!offer.isReady());
                item.setOnAction(event -> action.run().accept(row));
                menu.getItems().add(item);
            }
        }
        return menu;
    }

    private static void ask(VBox box, Question question) {
        box.getChildren().add(mono(question.text()));
        FlowPane buttons = new FlowPane(6, 6);
        question.options().forEach(option -> {
            Button button = new Button(option.label());
            button.setOnAction(event -> question.answer(option));
            buttons.getChildren().add(button);
        });
        box.getChildren().add(buttons);
    }

    private static Node drawn(MarkdownBlock block) {
        if (block instanceof MarkdownBlock.Code code) {
            return mono(code.code());
        } else if (block instanceof MarkdownBlock.Table table) {
            GridPane grid = new GridPane(12, 2);
            for (int row = 0; row < table.rows().size(); row++) {
                for (int column = 0; column < table.rows().get(row).size(); column++) {
                    grid.add(flow(table.rows().get(row).get(column)), column, row);
                }
            }
            return grid;
        } else if (block instanceof MarkdownBlock.Text text) {
            VBox lines = new VBox(2);
            text.lines().forEach(line -> lines.getChildren().add(flow(line)));
            return lines;
        }
        return new Separator();
    }

    private static TextFlow flow(MarkdownBlock.Line line) {
        boolean isHeading = line.kind() == MarkdownBlock.Line.Kind.HEADING;
        TextFlow flow = new TextFlow(new Text(line.marker().isEmpty() ? "" : line.marker() + " "));
        line.runs().forEach(run -> {
            Text text = new Text(run.text());
            text.setStyle((isHeading || run.isBold() ? "-fx-font-weight: bold;" : "")
                    + (run.isItalic() ? "-fx-font-style: italic;" : "")
                    + (run.isCode() ? "-fx-font-family: monospace;" : ""));
            flow.getChildren().add(text);
        });
        flow.setStyle("-fx-padding: 0 0 0 " + (isHeading ? 0 : 12 * line.level()));
        return flow;
    }

    private static Label mono(String text) {
        Label label = new Label(text);
        label.setWrapText(true);
        label.setStyle("-fx-font-family: monospace");
        return label;
    }
}
