package dev.plumbline.views;

import dev.plumbline.json.Json;

/**
 * A change of the rows of a front end. A view that applies the changes, in order, to the earlier rows has the current
 * rows. Immutable; {@code toString} shows kind and length only.
 */
public sealed interface RowChange {

    /** Returns the key of the row. */
    String key();

    /** Returns the JSON form for front ends in other languages: {@code docs/views.md}. */
    Json toJson();

    /**
     * A new row, after all others.
     *
     * @param row the row
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
     * A row replaces the row with the same key.
     *
     * @param row the row
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
     * Text to append to a row.
     *
     * @param reasoning whether it belongs to the reasoning, not to the text
     * @param piece the text
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

    /** A row was removed, because it was taken back or the branch changed. */
    record Removed(String key) implements RowChange {
        @Override
        public Json toJson() {
            return Json.object().with("change", "removed").with("key", key);
        }
    }
}
