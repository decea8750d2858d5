package dev.plumbline.examples.toolkits;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.SessionOptions;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.ScrolledComposite;
import org.eclipse.swt.custom.StyleRange;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.layout.GridLayout;
import org.eclipse.swt.layout.RowLayout;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.MenuItem;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;

/** A conversation in SWT: Markdown, folds, questions, actions and a status line. The toolkit only draws. */
public final class SwtChat {
    private static final SessionOptions QUEUED =
            SessionOptions.builder().busyAction(SessionOptions.BusyAction.QUEUE).build();

    private final ConversationSession session;
    private final ScrolledComposite scroller;
    private final Composite list;
    private final Map<String, Composite> boxes = new LinkedHashMap<>();
    private final Map<String, ViewRow> rows = new LinkedHashMap<>();
    private final List<RowAction> actions;

    private SwtChat(Shell shell, ConversationSession session) {
        this.session = session;
        this.actions = List.of(new RowAction(
                "retry",
                "Ask again",
                row -> row instanceof ViewRow.UserMessage && row.entry().isPresent()
                        ? session.isRunning() ? RowAction.Offer.refused("A turn is running.") : RowAction.Offer.READY
                        : RowAction.Offer.NONE,
                row -> session.editAsync(row.entry().orElseThrow(), row.text())));
        shell.setLayout(new GridLayout(2, false));
        scroller = new ScrolledComposite(shell, SWT.V_SCROLL | SWT.BORDER);
        scroller.setLayoutData(new GridData(SWT.FILL, SWT.FILL, true, true, 2, 1));
        scroller.setExpandHorizontal(true);
        list = new Composite(scroller, SWT.NONE);
        list.setLayout(new GridLayout());
        scroller.setContent(list);
        Label status = new Label(shell, SWT.NONE);
        status.setLayoutData(new GridData(SWT.FILL, SWT.CENTER, true, false));
        Button stop = new Button(shell, SWT.PUSH);
        stop.setText("Stop");
        stop.setEnabled(false);
        stop.addListener(SWT.Selection, event -> session.cancel("stopped by the user"));
        Text message = new Text(shell, SWT.SINGLE | SWT.BORDER);
        message.setLayoutData(new GridData(SWT.FILL, SWT.CENTER, true, false, 2, 1));
        message.addListener(SWT.DefaultSelection, event -> {
            if (!message.getText().isBlank()) {
                session.sendAsync(message.getText()); // returns at once
                message.setText("");
            }
        });
        ConversationRows all =
                ConversationRows.of(session::path, session::unknownOutcomes, session::interjected, this::apply);
        all.rows().forEach(this::draw);
        session.observe(all);
        session.observe(StatusLine.of(Locale.getDefault(), words -> {
            if (!status.isDisposed()) { // the window may be closed before the turn is over
                status.setText(words);
                stop.setEnabled(!words.isEmpty());
            }
        }));
    }

    public static void main(String[] args) {
        Display display = new Display();
        Shell shell = open(
                display,
                AiRuntime.builder()
                        .addProvider(OpenAiResponses.builder().apiKeyFromEnv().build()));
        while (!shell.isDisposed()) {
            if (!display.readAndDispatch()) {
                display.sleep();
            }
        }
        display.dispose();
    }

    static Shell open(Display display, AiRuntime.Builder runtime) {
        AiRuntime ai = runtime.host(HostApplication.of(display::asyncExec, () -> Display.getCurrent() == display))
                .questionHandler(question -> {}) // the rows show the questions
                .build();
        Shell shell = new Shell(display);
        shell.setText("Chat");
        SwtChat unused =
                new SwtChat(shell, ai.session(AiBody.builder().toolFilter("*").build(), QUEUED));
        shell.addDisposeListener(event -> ai.close()); // does not wait on the thread of the display
        shell.setSize(420, 600);
        shell.open();
        return shell;
    }

    private void apply(RowChange change) {
        if (list.isDisposed()) {
            return;
        }
        if (change instanceof RowChange.Added added) {
            draw(added.row());
        } else if (change instanceof RowChange.Changed changed) {
            draw(changed.row());
        } else if (change instanceof RowChange.Appended more && rows.get(more.key()) instanceof ViewRow.Answer before) {
            draw(before.with(more));
        } else if (change instanceof RowChange.Removed && boxes.containsKey(change.key())) {
            rows.remove(change.key());
            boxes.remove(change.key()).dispose();
            layOut();
        }
    }

    private void draw(ViewRow row) {
        rows.put(row.key(), row);
        Composite box = boxes.computeIfAbsent(row.key(), key -> new Composite(list, SWT.NONE));
        for (Control old : box.getChildren()) {
            old.dispose();
        }
        box.setLayout(new GridLayout());
        box.setLayoutData(new GridData(SWT.FILL, SWT.TOP, true, false));
        RowText words = RowText.of(row, Locale.getDefault());
        StyledText title = text(box, words.title());
        title.setStyleRange(new StyleRange(
                0,
                words.title().length(),
                words.tone() == RowText.Tone.ERROR ? box.getDisplay().getSystemColor(SWT.COLOR_DARK_RED) : null,
                null,
                SWT.BOLD));
        title.setMenu(menu(box, row));
        words.blocks().forEach(block -> draw(box, block));
        words.folds().forEach(fold -> fold(box, fold));
        if (row instanceof ViewRow.OpenQuestion open) {
            ask(box, open.question().opened()); // all parts are shown
        }
        layOut();
    }

    private void layOut() {
        int width = Math.max(1, scroller.getClientArea().width);
        list.setSize(list.computeSize(width, SWT.DEFAULT));
        list.layout(true, true);
        scroller.setOrigin(0, list.getSize().y);
    }

    private Menu menu(Composite box, ViewRow row) {
        Menu menu = new Menu(box);
        for (RowAction action : actions) {
            RowAction.Offer offer = action.offer().apply(row);
            if (offer.isShown()) {
                MenuItem item = new MenuItem(menu, SWT.PUSH);
                item.setText(offer.isReady() ? action.label() : action.label() + ": " + offer.refusal());
                item.setEnabled(offer.isReady());
                item.addListener(SWT.Selection, event -> action.run().accept(row));
            }
        }
        return menu;
    }

    private void fold(Composite box, RowText.Fold fold) {
        Button toggle = new Button(box, SWT.TOGGLE);
        toggle.setText(fold.heading());
        StyledText text = text(box, "");
        toggle.addListener(SWT.Selection, event -> {
            text.setText(toggle.getSelection() ? fold.text().get() : "");
            layOut();
        });
    }

    private static void ask(Composite box, Question question) {
        text(box, question.text());
        Composite buttons = new Composite(box, SWT.NONE);
        buttons.setLayout(new RowLayout());
        question.options().forEach(option -> {
            Button button = new Button(buttons, SWT.PUSH);
            button.setText(option.label());
            button.addListener(SWT.Selection, event -> question.answer(option));
        });
    }

    private static void draw(Composite box, MarkdownBlock block) {
        if (block instanceof MarkdownBlock.Code code) {
            text(box, code.code());
        } else if (block instanceof MarkdownBlock.Table table) {
            Composite grid = new Composite(box, SWT.NONE);
            grid.setLayout(new GridLayout(table.rows().get(0).size(), false));
            table.rows().forEach(row -> row.forEach(cell -> lines(grid, List.of(cell))));
        } else if (block instanceof MarkdownBlock.Text text) {
            lines(box, text.lines());
        } else {
            new Label(box, SWT.SEPARATOR | SWT.HORIZONTAL);
        }
    }

    private static void lines(Composite box, List<MarkdownBlock.Line> lines) {
        StringBuilder all = new StringBuilder();
        List<StyleRange> styles = new ArrayList<>();
        for (MarkdownBlock.Line line : lines) {
            all.append(all.length() == 0 ? "" : "\n")
                    .append("  ".repeat(line.marker().isEmpty() ? 0 : line.level()));
            all.append(line.marker()).append(line.marker().isEmpty() ? "" : " ");
            for (MarkdownBlock.Run run : line.runs()) {
                boolean isBold = run.isBold() || line.kind() == MarkdownBlock.Line.Kind.HEADING;
                int style = (isBold ? SWT.BOLD : 0) | (run.isItalic() ? SWT.ITALIC : 0);
                styles.add(new StyleRange(all.length(), run.text().length(), null, null, style));
                all.append(run.text());
            }
        }
        text(box, all.toString()).setStyleRanges(styles.toArray(StyleRange[]::new));
    }

    private static StyledText text(Composite box, String words) {
        StyledText text = new StyledText(box, SWT.MULTI | SWT.WRAP | SWT.READ_ONLY);
        text.setText(words);
        text.setLayoutData(new GridData(SWT.FILL, SWT.TOP, true, false));
        return text;
    }
}
