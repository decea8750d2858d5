package dev.plumbline.providers;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The ids of tool calls as one request sends them. An id a provider would refuse, or one that an earlier call of the
 * transcript has already, becomes another one, which depends on nothing but the id and how often it came: the beginning of
 * a longer transcript has the same ids. One use, one thread.
 */
final class ToolCallIdMapper {
    private final Rule rule;
    private final Set<String> used = new HashSet<>();
    private final Map<String, String> open = new HashMap<>();

    ToolCallIdMapper(Rule rule) {
        this.rule = rule;
    }

    /** The id a call is sent with. */
    String ofCall(String id) {
        String wanted = rule.accepts(id) ? id : rule.made(id, 0);
        for (int i = 1; !used.add(wanted); i++) {
            wanted = rule.made(id, i);
        }
        open.put(id, wanted);
        return wanted;
    }

    /** The id by which its result refers to the last call with that id. */
    String ofResult(String id) {
        return open.getOrDefault(id, id);
    }

    /**
     * Which ids a provider takes.
     *
     * @param pattern what they look like
     * @param length how long one is that is made up
     */
    record Rule(Pattern pattern, int length) {
        private static final String ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
        private static final int LONGEST = 24;

        static Rule of(String pattern, int longest) {
            return new Rule(Pattern.compile(pattern), Math.min(LONGEST, longest));
        }

        boolean accepts(String id) {
            return pattern.matcher(id).matches();
        }

        /** Letters and digits, by chance different for different ids and numbers. */
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
