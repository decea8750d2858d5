package dev.plumbline.examples.jedit;

import dev.plumbline.assistant.TurnUndo;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.gjt.sp.jedit.buffer.BufferAdapter;
import org.gjt.sp.jedit.buffer.JEditBuffer;
import org.gjt.sp.jedit.textarea.TextArea;

/**
 * The edits of one turn as one step of the host's undo: each further one takes the step back and does it again with one edit
 * more, unless the user did something in between. The host says nothing of its steps, so a step counts as the next one as long
 * as nothing else has changed the text. Used on the UI thread.
 */
final class BufferTurns extends BufferAdapter implements TurnUndo {
    private final JEditBuffer buffer;
    private final TextArea area;
    private final List<Step> done = new ArrayList<>();
    private final List<Step> undone = new ArrayList<>();
    private int changes;
    private int known; // the changes after the last step of ours

    BufferTurns(JEditBuffer buffer, TextArea area) {
        this.buffer = buffer;
        this.area = area;
        buffer.addBufferListener(this);
    }

    /** Returns how often the text was changed. */
    String revision() {
        return Integer.toString(changes);
    }

    @Override
    public void contentInserted(JEditBuffer changed, int startLine, int offset, int lines, int length) {
        changes++;
    }

    @Override
    public void contentRemoved(JEditBuffer changed, int startLine, int offset, int lines, int length) {
        changes++;
    }

    /** Makes an edit of that turn. */
    void add(String turn, Edit edit) {
        List<Edit> edits = new ArrayList<>();
        if (state(turn) == State.UNDO_NEXT) {
            Step last = done.remove(done.size() - 1);
            edits.addAll(last.edits);
            buffer.undo(area);
        } else if (changes != known) {
            done.clear(); // the user's own steps are above them
        }
        edits.add(edit);
        buffer.beginCompoundEdit();
        try {
            edits.forEach(each -> each.make(buffer));
        } finally {
            buffer.endCompoundEdit();
        }
        done.add(new Step(turn, edits));
        undone.clear();
        known = changes;
    }

    @Override
    public List<String> done() {
        Stream<String> own = done.stream().map(Step::turn);
        return (changes == known ? own : Stream.concat(own, Stream.of("")))
                .toList(); // else the user did something since
    }

    @Override
    public List<String> undone() {
        return changes == known ? undone.stream().map(Step::turn).toList() : List.of();
    }

    @Override
    public void undo() {
        buffer.undo(area);
        undone.add(0, done.remove(done.size() - 1));
        known = changes;
    }

    @Override
    public void redo() {
        buffer.redo(area);
        done.add(undone.remove(0));
        known = changes;
    }

    /** The edits of a turn. */
    private record Step(String turn, List<Edit> edits) {}

    /** A text instead of another one. */
    record Edit(int start, int removed, String text) {
        void make(JEditBuffer buffer) {
            buffer.remove(start, removed);
            buffer.insert(start, text);
        }
    }
}
