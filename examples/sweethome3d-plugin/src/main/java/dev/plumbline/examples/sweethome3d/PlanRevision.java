package dev.plumbline.examples.sweethome3d;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.stream.Stream;

/**
 * Which home it is, and what state its plan is in: equal plans have equal revisions, also after undo and in another run of
 * the program, so an answer that was stored for a plan is found again for exactly that plan.
 */
final class PlanRevision {
    private static final int LENGTH = 16;

    private PlanRevision() {}

    /** Of the file, without its name; empty for a home that was never saved. */
    static String identity(HomePlan plan) {
        String file = plan.home().getName();
        return file == null ? "" : digest(Stream.of(file));
    }

    static String revision(HomePlan plan) {
        return digest(plan.things().stream()
                .map(thing -> HomeFacts.of(thing).toString())
                .sorted(Comparator.naturalOrder()));
    }

    private static String digest(Stream<String> texts) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            texts.forEach(text -> sha.update((text + '\n').getBytes(StandardCharsets.UTF_8)));
            return HexFormat.of().formatHex(sha.digest()).substring(0, LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
