package dev.plumbline.views;

import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.json.Json;
import dev.plumbline.views.ChatPanel.ChatLabel;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * What a view shows of a row: its words, decided once for all toolkits. Nothing in it is to be read as HTML. Immutable;
 * {@code toString} shows kind and length only.
 *
 * @param title who or what it is
 * @param spoken the title for a screen reader, which does not read marks
 * @param tone decides its colours
 * @param body its text
 * @param isMarkdown whether the body is Markdown
 * @param folds what is shown on request
 * @param at when it was stored; empty while it is not
 */
public record RowText(
        String title,
        String spoken,
        Tone tone,
        String body,
        boolean isMarkdown,
        List<Fold> folds,
        Optional<Instant> at) {
    private static final int MOST_INDENT = 24;

    /**
     * A text that is shown on request, such as the arguments of a tool call.
     *
     * @param label what it is: reasoning, arguments or result
     * @param heading the label in the language of the view
     * @param text makes it, when it is opened
     */
    public record Fold(ChatLabel label, String heading, Supplier<String> text) {}

    /** What kind of row it is, for its colours. */
    public enum Tone {
        /** The user has written it. */
        USER,
        /** The model has answered it. */
        MODEL,
        /** A tool call that runs, or has succeeded. */
        TOOL,
        /** Information: a summary, news, a turn that was stopped. */
        NOTE,
        /** Something was not done. */
        WARNING,
        /** Something has failed. */
        ERROR,
        /** A question that waits for its answer; its parts and options are in the row. */
        QUESTION
    }

    /** Returns the words of a row in a language: English, German or French, else English. */
    public static RowText of(ViewRow row, Locale language) {
        return of(row, ChatTexts.of(language));
    }

    /**
     * Returns a conversation as Markdown, as the menu of {@code ChatPanel} saves it: each row under its title, and of a tool call
     * its arguments and its result in blocks of code. A question that waits for its answer is left out, and so are
     * reasoning, pictures and files.
     *
     * @param rows {@code ConversationRows.of(session.path())}
     * @param language English, German or French, else English
     */
    public static String markdown(List<ViewRow> rows, Locale language) {
        return markdown(rows.stream().map(row -> of(row, language)).toList());
    }

    /** Returns the words of rows as Markdown. */
    static String markdown(List<RowText> rows) {
        return rows.stream()
                .filter(row -> row.tone() != Tone.QUESTION)
                .map(RowText::markdown)
                .collect(Collectors.joining());
    }

    private String markdown() {
        StringBuilder out =
                new StringBuilder("## ").append(SavedMarkdown.part(spoken)).append("\n\n");
        if (!body.isBlank()) {
            out.append(SavedMarkdown.part(body.strip())).append("\n\n");
        }
        for (Fold fold : folds) {
            if (fold.label() != ChatLabel.REASONING) {
                String code = SavedMarkdown.code("", fold.text().get());
                out.append(fold.heading()).append(":\n\n").append(code).append("\n\n");
            }
        }
        return out.toString();
    }

    /**
     * Returns the blocks of its body: of Markdown what was read in it, else its lines as they are. Long code and long tables
     * go on in further blocks; a paragraph has 2,400 characters at most.
     */
    public List<MarkdownBlock> blocks() {
        TextRegions regions = TextRegions.of(body, isMarkdown);
        List<MarkdownBlock> blocks = new ArrayList<>();
        for (int i = 0; i < regions.count(); i++) {
            blocks.addAll(
                    isMarkdown
                            ? MarkdownReader.read(regions.get(i))
                            : List.of(MarkdownReader.plain(regions.get(i).text())));
        }
        return blocks;
    }

    /** Returns the words of a row in the language of a panel. */
    static RowText of(ViewRow row, ChatTexts texts) {
        Optional<Instant> at = row.entry().map(ConversationEntry::at);
        if (row instanceof ViewRow.ToolCallRow tool) {
            return ofTool(tool, at, texts);
        } else if (row instanceof ViewRow.OpenQuestion open) {
            String title = open.question().title();
            return new RowText(title, title, Tone.QUESTION, "", false, List.of(), at);
        } else if (row instanceof ViewRow.News news) {
            String title = words(news.extension());
            return new RowText(title, title, Tone.NOTE, row.text(), false, List.of(), at);
        } else if (row instanceof ViewRow.Answer answer) {
            String title = texts.of(label(row));
            List<Fold> folds = answer.reasoning().isEmpty()
                    ? List.of()
                    : List.of(fold(ChatLabel.REASONING, answer::reasoning, texts));
            return new RowText(title, title, Tone.MODEL, text(answer), true, folds, at);
        } else if (row instanceof ViewRow.ErrorNotice notice) {
            String title = texts.of(label(row));
            return notice.isCancelled()
                    ? new RowText(title, title, Tone.NOTE, "", false, List.of(), at)
                    : new RowText(title, title, Tone.ERROR, texts.of(notice.error()), false, List.of(), at);
        }
        String title = texts.of(label(row));
        boolean isSummary = row instanceof ViewRow.Summary;
        return new RowText(title, title, isSummary ? Tone.NOTE : Tone.USER, said(row), isSummary, List.of(), at);
    }

    /** Returns a copy of an answer with a reasoning that still grows. */
    RowText withReasoning(Supplier<String> text, ChatTexts texts) {
        return new RowText(title, spoken, tone, body, isMarkdown, List.of(fold(ChatLabel.REASONING, text, texts)), at);
    }

    RowText withBody(String text) {
        return new RowText(title, spoken, tone, text, isMarkdown, folds, at);
    }

    /** Returns a sentence of the program. */
    static RowText notice(String sentence, ChatPanel.NoticeKind kind, ChatTexts texts) {
        String title = texts.of(
                switch (kind) {
                    case INFORMATION -> ChatLabel.NOTE;
                    case WARNING -> ChatLabel.WARNING;
                    case ERROR -> ChatLabel.ERROR;
                });
        Tone tone = switch (kind) {
            case INFORMATION -> Tone.NOTE;
            case WARNING -> Tone.WARNING;
            case ERROR -> Tone.ERROR;
        };
        return new RowText(title, title, tone, sentence, false, List.of(), Optional.empty());
    }

    private static RowText ofTool(ViewRow.ToolCallRow tool, Optional<Instant> at, ChatTexts texts) {
        boolean hasFailed = tool.status() == ViewRow.ToolCallRow.Status.FAILED;
        List<Fold> folds = new ArrayList<>();
        folds.add(fold(ChatLabel.ARGUMENTS, () -> lines(tool.call().arguments()), texts));
        tool.outcome()
                .filter(ToolEnvelope::isOk)
                .ifPresent(done -> folds.add(fold(ChatLabel.RESULT, () -> lines(done.result()), texts)));
        String name =
                words(tool.call().name()) + (tool.isEdited() ? " (" + texts.of(ChatLabel.ARGUMENTS_CHANGED) + ")" : "");
        return new RowText(
                mark(tool.status()) + " " + name,
                name + ": " + texts.of(tool.status()),
                hasFailed ? Tone.ERROR : Tone.TOOL,
                tool.outcome().flatMap(ToolEnvelope::failure).map(texts::of).orElse(tool.note()),
                false,
                folds,
                at);
    }

    private static Fold fold(ChatLabel label, Supplier<String> text, ChatTexts texts) {
        return new Fold(label, texts.of(label), text);
    }

    /** Returns JSON as a person reads it: a member or an item a line. */
    private static String lines(Json json) {
        StringBuilder out = new StringBuilder();
        lines(json, "", out);
        return out.toString().strip();
    }

    private static void lines(Json json, String indent, StringBuilder out) {
        if (json.kind() == Json.Kind.OBJECT) {
            json.fields().forEach((name, value) -> member(indent + name + ":", indent, value, out));
        } else if (json.kind() == Json.Kind.ARRAY) {
            json.elements().forEach(value -> member(indent + "-", indent, value, out));
        } else {
            out.append(indent).append(json.findText().orElseGet(json::text)).append('\n');
        }
    }

    private static void member(String head, String indent, Json value, StringBuilder out) {
        boolean isNested = value.kind() == Json.Kind.OBJECT || value.kind() == Json.Kind.ARRAY;
        if (isNested && indent.length() < MOST_INDENT) {
            out.append(head).append('\n');
            lines(value, indent + "  ", out);
        } else {
            out.append(head)
                    .append(' ')
                    .append(value.findText().orElseGet(value::text))
                    .append('\n');
        }
    }

    private static String words(String name) {
        return name.replace('_', ' ');
    }

    private static String mark(ViewRow.ToolCallRow.Status status) {
        return switch (status) {
            case PENDING -> "○"; // also after a restart, when nothing runs
            case EXECUTING -> "…";
            case COMPLETED -> "✓";
            case FAILED -> "✗";
        };
    }

    private static String text(ViewRow.Answer answer) {
        String refusals = answer.more().stream()
                .filter(Part.Refusal.class::isInstance)
                .map(part -> ((Part.Refusal) part).text())
                .collect(Collectors.joining());
        return answer.text() + (answer.text().isEmpty() || refusals.isEmpty() ? "" : "\n\n") + refusals;
    }

    private static String said(ViewRow row) {
        if (row instanceof ViewRow.UserMessage message) {
            String files = message.said().parts().stream()
                    .filter(part -> !(part instanceof Part.Text))
                    .map(AttachedPart::labelOf)
                    .collect(Collectors.joining(", "));
            return row.text() + (files.isEmpty() ? "" : (row.text().isEmpty() ? "" : "\n") + "[" + files + "]");
        }
        return row.text();
    }

    private static ChatLabel label(ViewRow row) {
        if (row instanceof ViewRow.UserMessage message) {
            return switch (message.status()) {
                case STORED -> ChatLabel.USER;
                case WAITING -> ChatLabel.USER_WAITING;
                case UNANSWERED -> ChatLabel.USER_UNANSWERED;
            };
        } else if (row instanceof ViewRow.Answer) {
            return switch (row.entry().map(ConversationEntry::status).orElse(ConversationEntry.Status.COMPLETE)) {
                case COMPLETE -> ChatLabel.MODEL;
                case CANCELLED -> ChatLabel.MODEL_STOPPED;
                case INCOMPLETE, FAILED -> ChatLabel.MODEL_CUT;
            };
        } else if (row instanceof ViewRow.ErrorNotice notice) {
            return notice.isCancelled() ? ChatLabel.STOPPED : ChatLabel.ERROR;
        }
        return ChatLabel.SUMMARY;
    }

    /** Returns the time of day of a row, or its date and time, as the language writes it; empty if it has none. */
    String time(FormatStyle date, ChatTexts texts) {
        return at.map(time -> (date == FormatStyle.SHORT
                                ? DateTimeFormatter.ofLocalizedTime(FormatStyle.SHORT)
                                : DateTimeFormatter.ofLocalizedDateTime(date, FormatStyle.SHORT))
                        .withLocale(texts.words().locale())
                        .withZone(ZoneId.systemDefault())
                        .format(time))
                .orElse("");
    }

    /** Returns its first words, for a screen reader. */
    String firstWords() {
        String line = body.strip();
        return line.length() <= 200 ? line : line.substring(0, 200) + "…";
    }

    @Override
    public String toString() {
        return "RowText[" + tone + ", " + body.length() + " characters]";
    }
}
