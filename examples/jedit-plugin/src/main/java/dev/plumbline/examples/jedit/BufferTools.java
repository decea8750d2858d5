package dev.plumbline.examples.jedit;

import dev.plumbline.assistant.AssistantDocument;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import java.nio.file.Path;
import java.util.Optional;
import org.gjt.sp.jedit.Buffer;
import org.gjt.sp.jedit.textarea.TextArea;

/** The tools of a conversation about a buffer. Used on the UI thread. */
final class BufferTools {
    static final String INSTRUCTIONS = """
            You edit a text in jEdit. Lines count from 1. The fact "selected" is what the user has selected.
            Work with the tools, then say in a sentence what you did. The user saves; you cannot.""";

    private static final String LABEL = "origin-document";
    private static final int MOST = 500;

    private final Buffer buffer;
    private final TextArea area;
    private final BufferTurns turns;

    BufferTools(Buffer buffer, TextArea area) {
        this.buffer = buffer;
        this.area = area;
        this.turns = new BufferTurns(buffer, area);
    }

    AssistantDocument document() {
        return AssistantDocument.of(buffer::getPath, turns::revision, this)
                .withFact("selected", this::selected)
                .withRules(() -> Optional.of(Path.of(buffer.getDirectory(), "AGENTS.md")))
                .withUndo(turns);
    }

    private String selected() {
        String text = area.getBuffer() == buffer ? area.getSelectedText() : null;
        return text == null ? "" : text;
    }

    @Tool(
            name = "read_lines",
            value = "Returns lines, at most 500, with the number of all.",
            readOnly = true,
            tags = LABEL)
    Lines readLines(@Param("the first line") int first, @Param("the last line") int last) {
        int from = Math.max(first, 1);
        int to = Math.min(Math.min(last, buffer.getLineCount()), from + MOST - 1);
        if (to < from) {
            return new Lines(buffer.getLineCount(), from, "");
        }
        int start = buffer.getLineStartOffset(from - 1);
        return new Lines(
                buffer.getLineCount(), from, buffer.getText(start, buffer.getLineEndOffset(to - 1) - 1 - start));
    }

    @Tool(name = "replace_lines", value = "Replaces whole lines by a text and returns the new number of lines.")
    int replaceLines(
            @Param("the first line") int first,
            @Param("the last line; first - 1 inserts before first") int last,
            @Param("without a line break at its end; empty removes the lines") String text,
            ToolContext call) {
        int all = buffer.getLineCount();
        if (!buffer.isEditable()) {
            throw new ToolException("The user cannot change this text: it is read-only.");
        } else if (first < 1 || last < first - 1 || last > all) {
            throw new ToolException("The text has the lines 1 to " + all + "; read_lines returns them.");
        }
        boolean isInserted = last < first;
        int start = first > all ? buffer.getLength() : buffer.getLineStartOffset(first - 1);
        int end = isInserted ? start : Math.min(buffer.getLineEndOffset(last - 1), buffer.getLength());
        boolean isLast = end == buffer.getLength() && !isInserted;
        String written = first > all ? "\n" + text : text.isEmpty() || isLast ? text : text + "\n";
        turns.add(call.ids().turn(), new BufferTurns.Edit(start, end - start, written));
        return buffer.getLineCount();
    }

    /** Lines of the text. */
    record Lines(int total, int first, String text) {}
}
