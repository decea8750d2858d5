package dev.plumbline.redis;

import dev.plumbline.policy.ResponseStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;

/**
 * Measures what a hit costs over loopback, beside a bare GET of the same bytes by Jedis and its pool: one of each in
 * turn, medians. Arguments: pairs for each size.
 */
final class HitCostMeasurement {
    private HitCostMeasurement() {}

    /** Prints a line for each size of an answer. */
    public static void main(String[] arguments) {
        int pairs = arguments.length == 0 ? 20_000 : Integer.parseInt(arguments[0]);
        try (RedisProcess server = RedisProcess.start();
                RedisResponseStore store =
                        RedisResponseStore.on(RedisServer.at(server.uri()).withLimit(Duration.ofSeconds(10)));
                RedisClient bare = RedisClient.builder()
                        .hostAndPort(new HostAndPort(RedisProcess.HOST, server.port()))
                        .clientConfig(DefaultJedisClientConfig.builder().build())
                        .build()) {
            for (int size : new int[] {200, 1_000, 4_000, 16_000}) {
                System.out.println(measure(store, bare, size, pairs));
            }
            try (RedisResponseStore whole = store.withCompressionFrom(Integer.MAX_VALUE)) {
                System.out.println("without compression: " + measure(whole, bare, 16_000, pairs));
            }
        }
    }

    private static String measure(RedisResponseStore store, RedisClient bare, int size, int pairs) {
        ResponseStore.Key key = Answers.key(size);
        store.put(key, Answers.entry(prose(size)));
        AnswerKeys keys = new AnswerKeys(KeyPrefix.USUAL, "");
        byte[] name = keys.answer(keys.name(key)).getBytes(StandardCharsets.UTF_8);
        long[] hits = new long[pairs];
        long[] gets = new long[pairs];
        for (int i = -pairs; i < pairs; i++) { // the first half warms up
            long hit = nanos(() -> store.find(key).orElseThrow());
            long get = nanos(() -> bare.get(name));
            if (i >= 0) {
                hits[i] = hit;
                gets[i] = get;
            }
        }
        Arrays.sort(hits);
        Arrays.sort(gets);
        double hit = hits[pairs / 2] / 1000.0;
        double get = gets[pairs / 2] / 1000.0;
        return String.format(
                Locale.ROOT,
                "answer of %d characters, value of %d bytes: hit %.1f us, bare GET %.1f us, ratio %.2f",
                size,
                bare.get(name).length,
                hit,
                get,
                hit / get);
    }

    /** Returns text that compresses about as prose does. */
    private static String prose(int size) {
        StringBuilder text = new StringBuilder();
        java.util.Random random = new java.util.Random(7);
        while (text.length() < size) {
            text.append("wall door window beam column floor ceiling stair".split(" ")[random.nextInt(8)])
                    .append(' ')
                    .append(random.nextInt(1_000))
                    .append(' ');
        }
        return text.substring(0, size);
    }

    private static long nanos(Supplier<?> operation) {
        long start = System.nanoTime();
        Object unused = operation.get();
        return System.nanoTime() - start;
    }
}
