package dev.plumbline.views;

import dev.plumbline.json.Json;

/**
 * One change of rows on a screen. A view that applies the changes, in order, to the earlier rows has the current
 * rows. Immutable; {@code toString} shows kind and length only.
 */
public sealed interface RowChange {

    /** The key of the row. */
    String key();

    /** The form in which a front end of another language gets it: {@code docs/views.md}. */
    Json toJson();

    /**
     * A new row, after all others.
     *
     * @param row as it is now
     */
    record Added(ViewRow row) implements RowChange {
        @Override
        public String key() {
            return row.key();
        }

        @Override
        public Json toJson() {
            return Json.object().with("change", "added").with("row", row.toJson());
        }
    }

    /**
     * The row of that key is another now, in its place.
     *
     * @param row as it is now
     */
    record Changed(ViewRow row) implements RowChange {
        @Override
        public String key() {
            return row.key();
        }

        @Override
        public Json toJson() {
            return Json.object().with("change", "changed").with("row", row.toJson());
        }
    }

    /**
     * More of an answer: append it.
     *
     * @param reasoning whether it belongs to the reasoning, not to the text
     * @param piece the words
     */
    record Appended(String key, boolean reasoning, String piece) implements RowChange {
        @Override
        public Json toJson() {
            return Json.object().with("change", "more").with("key", key).with(reasoning ? "reasoning" : "text", piece);
        }

        @Override
        public String toString() {
            return "Appended[" + key + ", " + piece.length() + " characters]";
        }
    }

    /** That row is gone: it was taken back, or the conversation goes on elsewhere. */
    record Removed(String key) implements RowChange {
        @Override
        public Json toJson() {
            return Json.object().with("change", "removed").with("key", key);
        }
    }
}
