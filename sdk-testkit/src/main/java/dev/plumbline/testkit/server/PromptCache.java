package dev.plumbline.testkit.server;

import dev.plumbline.event.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * What a service keeps of requests to read it again, by the rules of its documentation. Entries are not shared between models.
 * One thread.
 */
interface PromptCache {
    /** Returns the input of a request: what was read and what was written; and stores what was written. */
    Usage read(Prompt request, Instant now);

    /** Returns what the service takes for what is written and read. */
    LeastUsage.Terms terms();

    /** Returns an empty cache of Anthropic. */
    static PromptCache ofAnthropic() {
        return new AtMarks(
                AnthropicRules.LOOK_BACK,
                new LeastUsage.Terms(AnthropicRules.USUAL, Duration.ofHours(1), 1.25, 2, 0.1),
                AnthropicRules::least);
    }

    /** Returns an empty cache of OpenAI's models from GPT-5.6 on, which compares without a limit. */
    static PromptCache ofOpenAi() {
        return new AtMarks(
                Integer.MAX_VALUE,
                new LeastUsage.Terms(OpenAiRules.USUAL, Duration.ofHours(12), 1.25, 2.5, 0.1),
                model -> OpenAiRules.LEAST);
    }

    /**
     * Entries at marks: those of Anthropic's {@code cache_control}, or of GPT-5.6 and newer. Only what was written at a mark is
     * found, and only as a whole.
     */
    final class AtMarks implements PromptCache {
        private final int lookBack;
        private final LeastUsage.Terms terms;
        private final ToLongFunction<String> least;
        private final Map<String, Entry> entries = new HashMap<>();

        /**
         * Creates an empty cache.
         *
         * @param lookBack how many blocks a mark is compared at, itself included
         * @param least the fewest tokens that are written, by model
         */
        AtMarks(int lookBack, LeastUsage.Terms terms, ToLongFunction<String> least) {
            this.lookBack = lookBack;
            this.terms = terms;
            this.least = least;
        }

        @Override
        public LeastUsage.Terms terms() {
            return terms;
        }

        @Override
        public Usage read(Prompt request, Instant now) {
            List<String> keys = request.cacheKeys();
            List<Integer> marks = marks(request);
            int read = read(keys, marks, now);
            long written = 0;
            long longWritten = 0;
            int from = read;
            for (int mark : marks) {
                if (mark >= from && request.tokens(mark + 1) >= least.applyAsLong(request.model())) {
                    Duration lifeTime = request.blocks().get(mark).mark().orElse(terms.usual());
                    long tokens = request.tokens(mark + 1) - request.tokens(from);
                    written += tokens;
                    longWritten += lifeTime.compareTo(terms.usual()) > 0 ? tokens : 0;
                    entries.put(keys.get(mark), new Entry(lifeTime, now.plus(lifeTime)));
                    from = mark + 1;
                }
            }
            return Usage.of(request.tokens(), 0)
                    .withCachedInput(request.tokens(read))
                    .withCacheWrites(written)
                    .withLongCacheWrites(longWritten);
        }

        private static List<Integer> marks(Prompt request) {
            List<Integer> marks = new ArrayList<>();
            for (int i = 0; i < request.blocks().size(); i++) {
                if (request.blocks().get(i).mark().isPresent()) {
                    marks.add(i);
                }
            }
            return marks;
        }

        /** Returns the number of blocks that can be read, and lets what is read live longer. */
        private int read(List<String> keys, List<Integer> marks, Instant now) {
            int read = 0;
            for (int mark : marks) {
                for (int at = mark; at >= read && mark - at < lookBack; at--) {
                    if (live(keys.get(at), now).isPresent()) {
                        read = at + 1;
                    }
                }
            }
            for (String key : keys.subList(0, read)) {
                live(key, now)
                        .ifPresent(entry -> entries.put(key, new Entry(entry.lifeTime, now.plus(entry.lifeTime))));
            }
            return read;
        }

        private Optional<Entry> live(String key, Instant now) {
            return Optional.ofNullable(entries.get(key)).filter(entry -> entry.end.isAfter(now));
        }

        private record Entry(Duration lifeTime, Instant end) {}
    }

    /** The beginnings of requests to OpenAI before GPT-5.6, read in steps of 128 tokens from 1,024 on; writing is free. */
    final class OfBeginnings implements PromptCache {
        static final int LEAST = 1_024;
        private static final int STEP = 128;
        private static final Duration USUAL = Duration.ofMinutes(5);

        private final List<Kept> kept = new ArrayList<>();

        @Override
        public LeastUsage.Terms terms() {
            return new LeastUsage.Terms(USUAL, Duration.ofHours(24), 1, 1, 0.1);
        }

        @Override
        public Usage read(Prompt request, Instant now) {
            kept.removeIf(each -> !each.end.isAfter(now));
            long common = 0;
            for (Kept each : kept) {
                if (each.request.model().equals(request.model())) {
                    common = Math.max(common, common(each.request, request));
                }
            }
            Duration lifeTime = request.blocks().stream()
                    .flatMap(block -> block.mark().stream())
                    .findFirst()
                    .orElse(USUAL);
            if (request.tokens() >= LEAST) {
                kept.add(new Kept(request, now.plus(lifeTime)));
            }
            return Usage.of(request.tokens(), 0).withCachedInput(common < LEAST ? 0 : common / STEP * STEP);
        }

        /** Returns the tokens with which both requests begin; the last block that they share in part counts by its characters. */
        private static long common(Prompt one, Prompt other) {
            long tokens = 0;
            for (int i = 0; i < Math.min(one.blocks().size(), other.blocks().size()); i++) {
                PromptBlock first = one.blocks().get(i);
                PromptBlock second = other.blocks().get(i);
                if (!first.content().equals(second.content())) {
                    int same = 0;
                    int most =
                            Math.min(first.content().length(), second.content().length());
                    while (same < most
                            && first.content().charAt(same) == second.content().charAt(same)) {
                        same++;
                    }
                    return tokens
                            + second.tokens()
                                    * same
                                    / Math.max(1, second.content().length());
                }
                tokens += second.tokens();
            }
            return tokens;
        }

        private record Kept(Prompt request, Instant end) {}
    }
}
