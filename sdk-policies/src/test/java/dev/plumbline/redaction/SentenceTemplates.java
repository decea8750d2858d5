package dev.plumbline.redaction;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sentences of presidio-research, one slot left open, the others filled with words that say nothing. */
final class SentenceTemplates {
    private static final Pattern SLOT = Pattern.compile("\\{\\{(\\w+)}}");
    private static final Map<String, String> KINDS = Map.of(
            "email", "MAIL",
            "phone_number", "PHONE",
            "credit_card_number", "CARD",
            "iban", "IBAN",
            "ssn", "NATIONAL_ID",
            "ip_address", "IP");

    private SentenceTemplates() {}

    /** A sentence for each kind it has, with {@code {}} where its value goes. */
    static Map<String, String> of(String template) {
        Map<String, String> sentences = new LinkedHashMap<>();
        Matcher slot = SLOT.matcher(template);
        while (slot.find()) {
            String kind = KINDS.get(slot.group(1));
            if (kind != null) {
                String open = template.substring(0, slot.start()) + "{}" + template.substring(slot.end());
                sentences.putIfAbsent(
                        kind, SLOT.matcher(open).replaceAll("Nowhere").replace("\\n", "\n"));
            }
        }
        return sentences;
    }
}
