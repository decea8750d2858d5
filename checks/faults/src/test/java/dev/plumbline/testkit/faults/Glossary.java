package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.policy.RequestPolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** A policy of an eleventh author that explains abbreviations once in a conversation, or one of its faults by number. */
final class Glossary implements RequestPolicy {
    private final Map<String, String> meanings = new TreeMap<>(); // by the abbreviation in lower case
    private final int most;
    private final int wrong;
    private final Map<String, Set<String>> sessions = new ConcurrentHashMap<>();

    Glossary(int wrong, Map<String, String> meanings, int most) {
        this.wrong = wrong;
        meanings.forEach((term, meaning) -> this.meanings.put(term.toLowerCase(Locale.ROOT), meaning));
        this.most = most;
    }

    private record Found(int at, String term) {}

    @Override
    public AiCall onRequest(AiCall call) {
        List<Interaction> sent = new ArrayList<>();
        Set<String> explained = wrong == 10
                ? sessions.computeIfAbsent(call.ids().session(), none -> ConcurrentHashMap.newKeySet())
                : new LinkedHashSet<>();
        for (Interaction each : call.effective()) {
            if (each instanceof Interaction.User said) {
                List<String> terms = found(said.text()).stream()
                        .limit(wrong == 11 ? most : Integer.MAX_VALUE)
                        .filter(term -> !explained.contains(term))
                        .limit(most)
                        .toList();
                if (!terms.isEmpty()) {
                    explained.addAll(terms);
                    sent.add(new Interaction.System(explanation(terms)));
                }
            }
            sent.add(each);
        }
        return explained.isEmpty() ? call : call.withEffective(sent);
    }

    private List<String> found(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        List<Found> found = new ArrayList<>();
        for (String term : meanings.keySet()) {
            int at = find(lower, term);
            if (at >= 0) {
                found.add(new Found(at, term));
            }
        }
        found.sort(Comparator.comparingInt(Found::at).thenComparing(Found::term));
        return found.stream().map(Found::term).toList();
    }

    private int find(String text, String term) {
        for (int at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
            if (isEdge(text, at - 1) && isEdge(text, at + term.length())) {
                return at;
            }
            if (wrong == 9) {
                return -1;
            }
        }
        return -1;
    }

    private static boolean isEdge(String text, int at) {
        return at < 0 || at >= text.length() || !Character.isLetterOrDigit(text.charAt(at));
    }

    private String explanation(List<String> terms) {
        StringBuilder lines = new StringBuilder("Abbreviations of this office:");
        for (String term : terms) {
            lines.append('\n')
                    .append(term.toUpperCase(Locale.ROOT))
                    .append(" is ")
                    .append(meanings.get(term))
                    .append('.');
        }
        return lines.toString();
    }
}
