package dev.plumbline.extensions;

import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.tool.ToolException;
import java.util.List;
import java.util.Map;

/** The tools with which a model writes notes. Notes are limited, because all of them are sent in every later turn. */
final class NoteTools {
    private static final int NOTES = 100;
    private static final int NAME = 64;
    private static final int TEXT = 1000;

    private final NoteStore notebook;

    private NoteTools(NoteStore notebook) {
        this.notebook = notebook;
    }

    static List<AiTool> of(NoteStore notebook) {
        NoteTools tools = new NoteTools(notebook);
        return List.of(
                AiTool.of(
                                "remember",
                                "Keeps a note for later conversations, in the place of one of the same name."
                                        + " For lasting facts and wishes of the user, not for what this conversation is about.",
                                Note.class,
                                (note, call) -> tools.remember(note))
                        .withTags("memory")
                        .withIdempotent()
                        .withAffinity(ThreadAffinity.POOL),
                AiTool.of("forget", "Removes a note.", Name.class, (note, call) -> tools.forget(note))
                        .withTags("memory")
                        .withIdempotent()
                        .withAffinity(ThreadAffinity.POOL));
    }

    private Object remember(Note note) {
        require(note.name().length() <= NAME, "A note's name has at most " + NAME + " characters.");
        require(note.text().length() <= TEXT, "A note has at most " + TEXT + " characters: write less, or several.");
        Map<String, String> notes = notebook.notes();
        require(
                notes.size() < NOTES || notes.containsKey(note.name()),
                "There are " + NOTES + " notes, and no more fit: forget one, or write over it.");
        notebook.write(note.name(), note.text());
        return "noted";
    }

    private Object forget(Name note) {
        require(notebook.erase(note.name()), "There is no note of that name; the fact memory shows them all.");
        return "forgotten";
    }

    private static void require(boolean rule, String otherwise) {
        if (!rule) {
            throw new ToolException(otherwise);
        }
    }

    /** The arguments of {@code remember}. */
    record Note(
            @Param("a few words, by which it is found again")
            String name,

            @Param("one fact, in whole sentences") String text) {}

    /** The arguments of {@code forget}. */
    record Name(@Param("as it is called in the fact memory") String name) {}
}
