package dev.plumbline.views;

import dev.plumbline.views.RowText.Tone;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.swing.Box;
import javax.swing.JComponent;
import org.jspecify.annotations.Nullable;

/** A row of a panel, as cells. Nothing is made of it before it comes into sight. Used on the event dispatch thread. */
final class ShownRow {
    private static final int ARC = 12;
    private static final float LETTER = 0.52f;
    private static final float LINE = 1.35f;

    private final PanelContext context;
    private Optional<ViewRow> source;
    private @Nullable RowText words;
    private Optional<HeadCell> head = Optional.empty();
    private Optional<QuestionCell> question = Optional.empty();
    private Optional<Section> body = Optional.empty();
    private final List<Section> folds = new ArrayList<>();
    private final StringBuilder reasoning = new StringBuilder();
    private final StringBuilder streamed = new StringBuilder();
    private final Cell end = new GapCell();
    private boolean isOpen;
    private List<Cell> shown;

    /** Shows a row, after all others. */
    ShownRow(PanelContext context, ViewRow row) {
        this.context = context;
        this.source = Optional.of(row);
        if (row instanceof ViewRow.OpenQuestion open) {
            question = Optional.of(new QuestionCell(this, open.question()));
        }
        shown = List.of(new UnseenCell());
        context.pane().replace(context.pane().size(), context.pane().size(), shown);
    }

    /** Shows a sentence of the program, after all rows. */
    ShownRow(PanelContext context, RowText words) {
        this.context = context;
        this.source = Optional.empty();
        this.words = words;
        shown = List.of(new UnseenCell());
        context.pane().replace(context.pane().size(), context.pane().size(), shown);
    }

    PanelContext context() {
        return context;
    }

    /** Returns its words, which are made when they are needed first. */
    RowText words() {
        RowText made = words;
        if (made == null) {
            made = RowText.of(source.orElseThrow(), context.texts());
            words = made;
        }
        return made;
    }

    /** Returns what it shows; empty for a notice of the program. */
    Optional<ViewRow> source() {
        return source;
    }

    Tone tone() {
        return words().tone();
    }

    /** Returns about how high a text of that length is. */
    int estimate(int length, int pixels) {
        int size = context.font().getSize();
        int letters = Math.max(1, Math.round(pixels / (size * LETTER)));
        return Math.round((length / letters + 1) * size * LINE);
    }

    boolean hasFolds() {
        return !words().folds().isEmpty();
    }

    boolean isOpen() {
        return isOpen;
    }

    /** Opens or closes what is shown on request. */
    void open(boolean open) {
        if (open != isOpen && hasFolds() && head.isPresent()) {
            isOpen = open;
            folds.clear();
            if (open) {
                words().folds().forEach(fold -> folds.add(fold(fold)));
            }
            head.get().refresh();
            sync(true);
            context.pane().layOut();
        }
    }

    private Section fold(RowText.Fold fold) {
        boolean isReasoning = fold.label() == ChatPanel.ChatLabel.REASONING;
        String text = fold.text().get();
        return isReasoning
                ? new Section(this, Section.Kind.MARKDOWN, text)
                : new Section(this, Section.Kind.DATA, fold.heading() + "\n" + text);
    }

    /** Shows the row in another state. */
    void show(ViewRow row) {
        RowText now = RowText.of(row, context.texts());
        boolean hasOtherTone = now.tone() != tone();
        words = now;
        source = Optional.of(row);
        streamed.setLength(0);
        reasoning.setLength(0);
        if (head.isPresent()) {
            head.get().refresh();
            if (hasOtherTone) { // in another colour
                body = Optional.of(section());
            } else {
                body.ifPresent(section -> section.set(now.body()));
            }
            if (isOpen) {
                folds.clear();
                now.folds().forEach(fold -> folds.add(fold(fold)));
            }
            sync(true);
        }
    }

    private Section section() {
        return new Section(this, words().isMarkdown() ? Section.Kind.MARKDOWN : Section.Kind.PLAIN, words().body());
    }

    /** Adds a piece of a text, which is shown by {@link #flush}. */
    void append(String piece) {
        if (body.isPresent()) {
            body.get().append(piece);
        }
        streamed.append(piece);
        if (head.isEmpty()) {
            shown.get(0).changed();
        }
    }

    /** Adds a piece of the reasoning, which is shown by {@link #flush}. */
    void appendReasoning(String piece) {
        reasoning.append(piece);
        if (!hasFolds()) {
            words = words().withReasoning(reasoning::toString, context.texts());
        } else if (isOpen) {
            folds.get(0).append(piece);
        }
    }

    /** Shows what was added. */
    void flush() {
        body.ifPresent(Section::refresh);
        folds.forEach(Section::refresh);
        head.ifPresent(HeadCell::refresh);
        sync(true);
    }

    /** Removes it from the panel. */
    void remove() {
        int from = context.pane().indexOf(shown.get(0));
        context.pane().replace(from, from + shown.size(), List.of());
    }

    /** Makes all of it again, in another font or look. */
    void restyle() {
        int from = context.pane().indexOf(shown.get(0));
        folds.clear();
        head = Optional.empty();
        body = Optional.empty();
        List<Cell> before = shown;
        shown = List.of(new UnseenCell());
        context.pane().replace(from, from + before.size(), shown);
    }

    Cell firstCell() {
        return shown.get(0);
    }

    /** Returns the head; empty while the row was never in sight. */
    Optional<HeadCell> head() {
        return head;
    }

    /** Returns the part with the buttons of a question. */
    Optional<QuestionCell> question() {
        return question;
    }

    private List<Cell> cells() {
        List<Cell> all = new ArrayList<>();
        head.ifPresent(all::add);
        question.ifPresent(all::add);
        boolean foldsFirst = tone() == Tone.MODEL;
        if (foldsFirst) {
            folds.forEach(fold -> all.addAll(fold.cells()));
        }
        body.ifPresent(section -> all.addAll(section.cells()));
        if (!foldsFirst) {
            folds.forEach(fold -> all.addAll(fold.cells()));
        }
        all.add(end);
        return all;
    }

    /**
     * Brings the cells of the pane up to date.
     *
     * @param inPane whether to change the pane; false if it is about to do that itself
     */
    void sync(boolean inPane) {
        if (head.isEmpty()) {
            return;
        }
        List<Cell> now = cells();
        if (inPane) {
            int same = 0;
            int most = Math.min(shown.size(), now.size());
            while (same < most && shown.get(same) == now.get(same)) {
                same++;
            }
            int last = 0;
            while (last < most - same && shown.get(shown.size() - 1 - last) == now.get(now.size() - 1 - last)) {
                last++;
            }
            int from = context.pane().indexOf(shown.get(0));
            context.pane().replace(from + same, from + shown.size() - last, now.subList(same, now.size() - last));
        }
        shown = now;
    }

    /** Returns all of its text. */
    String text() {
        return streamed.length() == 0 ? words().body() : words().body() + streamed;
    }

    /** Returns its words, with what was added. */
    RowText wholeWords() {
        return words().withBody(text());
    }

    int length() {
        return words().title().length() + words().body().length() + streamed.length();
    }

    boolean contains(Pattern found) {
        return found.matcher(words().title()).find()
                || found.matcher(words().body()).find()
                || found.matcher(streamed).find();
    }

    /** Scrolls to the first place that has those words(). */
    void reveal(Pattern found) {
        context.pane().show(shown.get(0)); // makes its cells
        Cell place = body.flatMap(section -> section.find(found)).orElse(shown.get(0));
        context.pane().show(place);
        context.pane().markFound();
    }

    /** Returns the code that begins in that cell, with what goes on with it out of sight. */
    String codeFrom(CodeCell first) {
        return body.map(section -> section.codeFrom(first)).orElse(first.block().code());
    }

    /** Draws what is behind its cells. */
    void paint(Graphics2D pen, Rectangle area) {
        if (tone() == Tone.USER || tone() == Tone.QUESTION) {
            pen.setColor(Colours.of(tone()));
            pen.fillRoundRect(area.x, area.y, area.width, area.height - GapCell.HEIGHT, ARC, ARC);
            if (tone() == Tone.QUESTION) {
                pen.setColor(Colours.line());
                pen.drawRoundRect(area.x, area.y, area.width - 1, area.height - GapCell.HEIGHT - 1, ARC, ARC);
            }
        }
    }

    /** A row that was not seen yet. */
    private final class UnseenCell extends Cell {
        UnseenCell() {
            super(ShownRow.this);
        }

        @Override
        List<Cell> opened() {
            head = Optional.of(new HeadCell(ShownRow.this));
            if (question.isEmpty()) {
                body = Optional.of(section());
                body.get().append(streamed.toString());
                body.get().refresh();
            }
            if (isOpen) {
                words().folds().forEach(fold -> folds.add(fold(fold)));
            }
            sync(false);
            return shown;
        }

        @Override
        int estimate(int pixels) {
            int head = estimateHead();
            int length = (words == null
                            ? source.map(row -> row.text().length()).orElse(0)
                            : words.body().length())
                    + streamed.length();
            return head + (length == 0 ? 0 : ShownRow.this.estimate(length, pixels)) + GapCell.HEIGHT;
        }

        private int estimateHead() {
            return Math.round(context.font().getSize() * LINE) + 6;
        }

        @Override
        int length() {
            return 0;
        }

        @Override
        JComponent create() {
            return (JComponent) Box.createRigidArea(new Dimension());
        }

        @Override
        int measure(int pixels) {
            return 0;
        }
    }

    /** The space below a row. */
    private final class GapCell extends Cell {
        static final int HEIGHT = 8;

        GapCell() {
            super(ShownRow.this);
        }

        @Override
        int estimate(int pixels) {
            return HEIGHT + 4;
        }

        @Override
        int length() {
            return 0;
        }

        @Override
        JComponent create() {
            return (JComponent) Box.createRigidArea(new Dimension(0, HEIGHT));
        }

        @Override
        int measure(int pixels) {
            return HEIGHT + 4;
        }
    }
}
