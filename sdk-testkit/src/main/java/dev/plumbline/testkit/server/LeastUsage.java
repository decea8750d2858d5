package dev.plumbline.testkit.server;

import dev.plumbline.event.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The usage with which requests cost the least by the rules of a service. Each block of a shared beginning is looked at alone: at
 * each of its uses it is sent as plain input, written for one of the life times, or read, whichever costs the least in all. So no
 * client can pay less for the same requests. Stateless.
 */
final class LeastUsage {
    /** Longer than anything is kept. */
    private static final Duration NEVER = Duration.ofDays(10_000);

    private LeastUsage() {}

    /** Returns the usage of each request, in order. */
    static List<Usage> of(List<Sent> requests) {
        Map<String, List<Use>> uses = new LinkedHashMap<>();
        for (int i = 0; i < requests.size(); i++) {
            Prompt prompt = requests.get(i).prompt;
            List<String> keys = prompt.cacheKeys();
            for (int j = 0; j < keys.size(); j++) {
                uses.computeIfAbsent(keys.get(j), none -> new ArrayList<>())
                        .add(new Use(i, prompt.blocks().get(j).tokens()));
            }
        }
        List<Map<Way, Long>> tokens = new ArrayList<>();
        requests.forEach(each -> tokens.add(new EnumMap<>(Way.class)));
        for (List<Use> all : uses.values()) {
            List<Way> ways = ways(requests, all);
            for (int i = 0; i < all.size(); i++) {
                tokens.get(all.get(i).request).merge(ways.get(i), all.get(i).tokens, Long::sum);
            }
        }
        List<Usage> least = new ArrayList<>();
        for (int i = 0; i < requests.size(); i++) {
            least.add(requests.get(i).usage(tokens.get(i)));
        }
        return least;
    }

    /** Returns how one block is sent at each of its uses. */
    private static List<Way> ways(List<Sent> requests, List<Use> uses) {
        Map<Way, Path> best = Map.of(Way.PLAIN, new Path(0, List.of()));
        for (int i = 0; i < uses.size(); i++) {
            Sent sent = requests.get(uses.get(i).request);
            Duration gap = i == 0 ? NEVER : Duration.between(requests.get(uses.get(i - 1).request).at, sent.at);
            best = next(best, sent.terms, gap);
        }
        return best.values().stream()
                .min((one, other) -> Double.compare(one.cost, other.cost))
                .orElseThrow()
                .ways;
    }

    /** Returns the cheapest path to each state of a cache after one more use; the state is how the block was written. */
    private static Map<Way, Path> next(Map<Way, Path> before, Terms terms, Duration gap) {
        Map<Way, Path> after = new LinkedHashMap<>();
        before.forEach((state, path) -> {
            if (gap.compareTo(terms.lifeTime(state)) < 0) {
                keep(after, state, path.plus(terms.read, Way.READ));
            }
            keep(after, Way.PLAIN, path.plus(1, Way.PLAIN));
            keep(after, Way.WRITTEN, path.plus(terms.write, Way.WRITTEN));
            keep(after, Way.WRITTEN_FOR_LONGER, path.plus(terms.longWrite, Way.WRITTEN_FOR_LONGER));
        });
        return after;
    }

    private static void keep(Map<Way, Path> after, Way state, Path path) {
        after.merge(state, path, (one, other) -> one.cost <= other.cost ? one : other);
    }

    /** How a block is sent. */
    private enum Way {
        PLAIN,
        WRITTEN,
        WRITTEN_FOR_LONGER,
        READ
    }

    private record Use(int request, long tokens) {}

    private record Path(double cost, List<Way> ways) {
        Path plus(double more, Way way) {
            List<Way> all = new ArrayList<>(ways);
            all.add(way);
            return new Path(cost + more, all);
        }
    }

    /**
     * What a service takes for a token, relative to plain input, and how long it keeps it.
     *
     * @param write of a token that is written for the usual life time
     * @param longWrite of one that is written for the longer life time
     * @param read of one that is read
     */
    record Terms(Duration usual, Duration longer, double write, double longWrite, double read) {
        private Duration lifeTime(Way written) {
            return switch (written) {
                case WRITTEN -> usual;
                case WRITTEN_FOR_LONGER -> longer;
                default -> write == 1 ? usual : Duration.ZERO; // plain input is kept where writing is free
            };
        }
    }

    /**
     * A request that was answered.
     *
     * @param output the tokens of its answer
     * @param reasoning those of them that were reasoning
     */
    record Sent(Prompt prompt, long output, long reasoning, Instant at, Terms terms) {
        private Usage usage(Map<Way, Long> tokens) {
            boolean counted = terms.write > 1;
            long longer = counted ? tokens.getOrDefault(Way.WRITTEN_FOR_LONGER, 0L) : 0;
            return new Usage(
                    prompt.tokens(),
                    output,
                    tokens.getOrDefault(Way.READ, 0L),
                    counted ? tokens.getOrDefault(Way.WRITTEN, 0L) + longer : 0,
                    longer,
                    Math.min(output, reasoning),
                    1);
        }
    }
}
