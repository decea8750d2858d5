package dev.plumbline.providers.format;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Maps the ids of tool calls for one request. An id that a provider would refuse, or that an earlier call of the
 * transcript has, is replaced. The replacement depends only on the id and its number of occurrences, so that the
 * beginning of a longer transcript has the same ids. One use, one thread.
 */
public final class ToolCallIdMapper {
    private final Rule rule;
    private final Set<String> used = new HashSet<>();
    private final Map<String, String> open = new HashMap<>();

    public ToolCallIdMapper(Rule rule) {
        this.rule = rule;
    }

    /** Returns the id with which a call is sent. */
    public String ofCall(String id) {
        String wanted = rule.accepts(id) ? id : rule.made(id, 0);
        for (int i = 1; !used.add(wanted); i++) {
            wanted = rule.made(id, i);
        }
        open.put(id, wanted);
        return wanted;
    }

    /** Returns the id with which a result refers to the last call with that id. */
    public String ofResult(String id) {
        return open.getOrDefault(id, id);
    }

    /**
     * The rule for ids that a provider accepts.
     *
     * @param pattern the pattern of valid ids
     * @param length the length of a generated id
     */
    public record Rule(LazyPattern pattern, int length) {
        private static final String ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
        private static final int LONGEST = 24;

        public static Rule of(String pattern, int longest) {
            return new Rule(new LazyPattern(pattern), Math.min(LONGEST, longest));
        }

        boolean accepts(String id) {
            return pattern.matcher(id).matches();
        }

        /** Returns a generated id of letters and digits, a hash of the id and the number. */
        String made(String id, int number) {
            byte[] digest = sha256(number + "#" + id);
            StringBuilder made = new StringBuilder(length);
            for (int i = 0; i < length; i++) {
                made.append(ALPHABET.charAt((digest[i] & 0xFF) % ALPHABET.length()));
            }
            return made.toString();
        }

        private static byte[] sha256(String text) {
            try {
                return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has SHA-256", e);
            }
        }
    }
}
