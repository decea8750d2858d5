package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.policy.RequestPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** A policy of a tenth author that explains the terms of the newest message, or one of its faults by number. */
final class GlossaryPolicy implements RequestPolicy {
    record Glossary(String revision, Map<String, String> meanings) {}

    static final String HEAD = "Terms of this office:";

    private final Supplier<Glossary> source;
    private final int most;
    private final int wrong;
    private final Map<String, String> askedByTurn = new ConcurrentHashMap<>();

    GlossaryPolicy(int wrong, Supplier<Glossary> source, int most) {
        this.wrong = wrong;
        this.source = source;
        this.most = most;
    }

    @Override
    public AiCall onRequest(AiCall call) {
        Glossary glossary = source.get();
        String asked = wrong == 2 ? askedByTurn.computeIfAbsent(call.ids().turn(), turn -> newest(call)) : newest(call);
        List<String> lines = new ArrayList<>();
        int left = 0;
        for (Map.Entry<String, String> each : glossary.meanings().entrySet()) {
            if (!uses(asked, each.getKey())) {
                continue;
            }
            if (lines.size() < most) {
                lines.add(each.getKey() + " = " + each.getValue());
            } else {
                left++;
            }
        }
        if (lines.isEmpty()) {
            return call;
        }
        if (left > 0) {
            call.addRemark(left + " terms left out");
        }
        return call.withResource("glossary", glossary.revision())
                .withAdded(new Interaction.System(HEAD + "\n" + String.join("\n", lines)));
    }

    private static String newest(AiCall call) {
        List<Interaction> sent = call.effective();
        for (int i = sent.size() - 1; i >= 0; i--) {
            if (sent.get(i) instanceof Interaction.User user) {
                return user.text();
            }
        }
        return "";
    }

    private boolean uses(String text, String term) {
        String where = text.toLowerCase(Locale.ROOT);
        String what = term.toLowerCase(Locale.ROOT);
        for (int at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + 1)) {
            int end = at + what.length();
            boolean begins = at == 0 || !Character.isLetterOrDigit(where.charAt(at - 1));
            boolean ends = end == where.length() || !Character.isLetterOrDigit(where.charAt(end));
            if (begins && ends || wrong == 1) {
                return begins && ends;
            }
        }
        return false;
    }
}
