package dev.plumbline.web;

import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.http.internal.RequestRefusal;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Finds a text in the messages of open and stored conversations, without regard to case. */
final class ConversationSearch {
    private static final int MOST_FOUND = 100;
    private static final int MOST_STORED = 200;
    private static final int AROUND = 60;

    private ConversationSearch() {}

    /** Returns at most 100 places in the open conversations and the 200 newest stored ones. */
    static Json of(ConversationTable table, String text) {
        String wanted = text.toLowerCase(Locale.ROOT).strip();
        List<Json> found = new ArrayList<>();
        if (!wanted.isEmpty()) {
            for (String id : ids(table)) {
                addFound(table, id, wanted, found);
            }
        }
        return Json.object().with("found", found);
    }

    private static Set<String> ids(ConversationTable table) {
        Set<String> ids = new LinkedHashSet<>();
        table.all().forEach(live -> ids.add(live.id()));
        table.runtime().stored().stream()
                .limit(MOST_STORED)
                .map(SessionStore.StoredSession::id)
                .forEach(ids::add);
        return ids;
    }

    private static void addFound(ConversationTable table, String id, String wanted, List<Json> found) {
        try {
            for (ConversationEntry entry : ConversationJson.entries(table.tree(id))) {
                String text = ConversationJson.text(entry);
                int at = text.toLowerCase(Locale.ROOT).indexOf(wanted);
                if (at >= 0 && found.size() < MOST_FOUND) {
                    found.add(Json.object()
                            .with("id", id)
                            .with("entry", entry.id().text())
                            .with("text", around(text, Math.min(at, text.length() - 1), wanted.length())));
                }
            }
        } catch (RequestRefusal damaged) {
            // a conversation that cannot be read is not searched; the list shows it
        }
    }

    private static String around(String text, int at, int length) {
        int from = Math.max(0, at - AROUND);
        int to = Math.min(text.length(), at + length + AROUND);
        return (from > 0 ? "…" : "") + whole(text, from, to) + (to < text.length() ? "…" : "");
    }

    /** Returns a part of a text without half a character at its ends. */
    private static String whole(String text, int from, int to) {
        int begin = from > 0 && Character.isLowSurrogate(text.charAt(from)) ? from + 1 : from;
        int end = to < text.length() && Character.isHighSurrogate(text.charAt(to - 1)) ? to - 1 : to;
        return text.substring(begin, end);
    }
}
