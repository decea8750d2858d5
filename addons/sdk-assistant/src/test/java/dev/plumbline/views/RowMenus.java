package dev.plumbline.views;

import java.awt.Component;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.swing.JMenuItem;

/** What the menus of rows offer, for tests of what a host adds to them. Used on the event dispatch thread. */
public final class RowMenus {
    private RowMenus() {}

    /** Returns the actions of a row by their names, in order. */
    public static List<String> names(ChatPanel chat, int row) {
        return items(chat, row).map(Component::getName).toList();
    }

    /** Returns what a row says of an action; empty if it does not have it. */
    public static Optional<String> label(ChatPanel chat, int row, String action) {
        return find(chat, row, action).map(JMenuItem::getText);
    }

    /** Chooses an action of a row. */
    public static void choose(ChatPanel chat, int row, String action) {
        find(chat, row, action)
                .orElseThrow(() -> new AssertionError(action + " is not in " + names(chat, row)))
                .doClick(0);
    }

    /** Returns the rows as a person reads them: title and text. */
    public static List<String> rows(ChatPanel chat) {
        return chat.rows().stream()
                .map(row -> (row.words().title() + ": " + row.text()).strip())
                .toList();
    }

    /** Returns what the details of a row say. */
    public static String details(ChatPanel chat, int row) {
        return chat.rows().get(row).words().folds().stream()
                .map(fold -> fold.heading() + " " + fold.text().get())
                .reduce("", (one, other) -> one + "\n" + other)
                .strip();
    }

    private static Optional<JMenuItem> find(ChatPanel chat, int row, String action) {
        return items(chat, row)
                .filter(item -> item.getName().equals("action-" + action))
                .findFirst();
    }

    private static Stream<JMenuItem> items(ChatPanel chat, int row) {
        return Stream.of(chat.menu(chat.rows().get(row), chat.component()).getComponents())
                .map(JMenuItem.class::cast);
    }
}
