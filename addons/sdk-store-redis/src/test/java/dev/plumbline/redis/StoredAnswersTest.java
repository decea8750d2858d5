package dev.plumbline.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.internal.PayloadCipher;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.policy.ResponseStore.Selection;
import dev.plumbline.provider.Secret;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is on the server: values, indexes and times, and what happens if others change them. */
@Tag("external")
class StoredAnswersTest {
    private static final ResponseStore.Key KEY = Answers.key(1);
    private static final Secret SECRET = Secret.of("0123456789abcdef0123456789abcdef".toCharArray());
    private static RedisProcess server;

    private RedisResponseStore store;

    @BeforeAll
    static void start() {
        server = RedisProcess.start();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void open() {
        server.command("FLUSHALL");
        store = RedisResponseStore.on(RedisServer.at(server.uri()).withLimit(Duration.ofSeconds(60)));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static void assertDamaged(ResponseStore store, ResponseStore.Key key, String as) {
        assertThatThrownBy(() -> store.find(key))
                .as(as)
                .isInstanceOfSatisfying(
                        AiException.class,
                        e -> assertThat(e.error().category()).isEqualTo(AiError.Category.INVALID_RESPONSE));
    }

    /** The name of the only answer of a key without encryption. */
    private static String answer(ResponseStore.Key key) {
        AnswerKeys keys = new AnswerKeys(KeyPrefix.USUAL, "");
        return keys.answer(keys.name(key));
    }

    @Test
    @DisplayName("RD4 the server counts the time to live, by its length: dates of a clock that is wrong do not matter")
    void rd4_timeToLive_isOfTheServer() {
        Instant wrong = Instant.parse("1990-01-01T00:00:00Z");
        store.put(KEY, new ResponseStore.Entry(Json.of("a"), wrong, wrong.plusSeconds(600), "", Set.of()));
        assertThat((Long) server.command("PTTL", answer(KEY))).isBetween(300_000L, 600_000L);
        store.put(KEY, new ResponseStore.Entry(Json.of("a"), wrong));
        assertThat(server.command("PTTL", answer(KEY))).isEqualTo(-1L);
        store.put(KEY, new ResponseStore.Entry(Json.of("a"), wrong, wrong, "", Set.of()));
        assertThat(store.find(KEY)).isEmpty();
    }

    @Test
    @DisplayName("RD4 an answer that was evicted is a miss, and is not counted by an invalidation")
    void rd4_evicted_isAMiss() {
        store.put(KEY, Answers.entry("a"));
        store.put(Answers.key(2), Answers.entry("b"));
        server.command("DEL", answer(KEY));
        assertThat(store.find(KEY)).isEmpty();
        assertThat(store.invalidate(Selection.all())).isEqualTo(1);
    }

    @Test
    @DisplayName("RD4 a value of another type is damaged, and the next answer replaces it")
    void rd4_otherType_isReplaced() {
        server.command("LPUSH", answer(KEY), "not an answer");
        assertDamaged(store, KEY, "a list");
        store.put(KEY, Answers.entry("a"));
        assertThat(store.find(KEY)).contains(Answers.entry("a"));
    }

    @Test
    @DisplayName("RD4 a value with any changed byte is damaged")
    void rd4_damagedByte_isDamage() {
        store.put(KEY, Answers.entry("a"));
        byte[] value = (byte[]) server.command("GET", answer(KEY));
        for (int i = 0; i < value.length; i++) {
            int at = i;
            String other = String.valueOf((char) ((value[at] ^ 1) & 0x7F));
            server.command("SETRANGE", answer(KEY), String.valueOf(at), other);
            assertDamaged(store, KEY, "byte " + at);
            store.put(KEY, Answers.entry("a"));
        }
        server.command("SET", answer(KEY), "");
        assertThat(store.find(KEY)).isEmpty();
    }

    @Test
    @DisplayName("RD4 a large value with a changed byte is damaged")
    void rd4_damagedLargeValue_isDamage() {
        ResponseStore.Entry large = Answers.entry("beam column ".repeat(2_000));
        store.put(KEY, large);
        int length = Math.toIntExact((Long) server.command("STRLEN", answer(KEY)));
        for (int at = 0; at < length; at += 7) {
            byte[] value = (byte[]) server.command("GET", answer(KEY));
            String other = String.valueOf((char) ((value[at] ^ 1) & 0x7F));
            server.command("SETRANGE", answer(KEY), String.valueOf(at), other);
            assertDamaged(store, KEY, "byte " + at);
            store.put(KEY, large);
        }
    }

    @Test
    @DisplayName("RD4 a value that another key has is not served")
    void rd4_valueOfOtherKey_isNotServed() {
        store.put(KEY, Answers.entry("a"));
        server.command("COPY", answer(KEY), answer(Answers.key(2)));
        assertDamaged(store, Answers.key(2), "of another key");
        try (RedisResponseStore encrypted = store.withEncryption(SECRET)) {
            encrypted.put(KEY, Answers.entry("a"));
            AnswerKeys keys = new AnswerKeys(
                    KeyPrefix.USUAL, PayloadCipher.ofCharacters(SECRET::reveal).mark(RedisResponseStore.MARK));
            server.command("COPY", keys.answer(keys.name(KEY)), keys.answer(keys.name(Answers.key(2))));
            assertDamaged(encrypted, Answers.key(2), "of another key");
        }
    }

    @Test
    @DisplayName("RD4 an answer above 16 MiB is refused, and a value above it is not read")
    void rd4_tooLarge() {
        byte[] noise = new byte[13 << 20];
        new Random(1).nextBytes(noise);
        store.put(KEY, Answers.entry("before"));
        assertThatThrownBy(
                        () -> store.put(KEY, Answers.entry(Base64.getEncoder().encodeToString(noise))))
                .isInstanceOfSatisfying(
                        AiException.class, e -> assertThat(e.error().category()).isEqualTo(AiError.Category.TOO_LARGE));
        assertThat(store.find(KEY)).isEmpty();
        assertThat(server.command("STRLEN", answer(KEY))).isEqualTo(0L);
        server.command("SETRANGE", answer(KEY), String.valueOf(20 << 20), "x");
        assertDamaged(store, KEY, "20 MiB");
    }

    @Test
    @DisplayName("RD4 namespaces, prefixes and encryption keys are apart")
    void rd4_isolation() {
        store.put(KEY, Answers.entry("a"));
        assertThat(store.find(Answers.key("other", 1))).isEmpty();
        try (RedisResponseStore prefixed = store.withPrefix("other");
                RedisResponseStore encrypted = store.withEncryption(SECRET)) {
            assertThat(prefixed.find(KEY)).isEmpty();
            assertThat(encrypted.find(KEY)).isEmpty();
            assertThat(prefixed.invalidate(Selection.all())).isZero();
            assertThat(encrypted.invalidate(Selection.all())).isZero();
        }
        assertThat(store.invalidate(Selection.ofNamespace("other"))).isZero();
        assertThat(store.find(KEY)).isPresent();
    }

    @Test
    @DisplayName("RD4 an encrypted store shows no content, namespace, model or tag on the server")
    void rd4_encrypted_showsNothing() {
        try (RedisResponseStore encrypted = store.withEncryption(SECRET)) {
            encrypted.put(Answers.key("secret-office", 1), Answers.entry("secret-content", "secret-tag"));
            encrypted.lease(
                    Answers.key("secret-office", 1),
                    "",
                    ResponseStore.NO_LIMIT,
                    dev.plumbline.call.Cancellation.create());
        }
        StringBuilder all = new StringBuilder();
        for (Object key : (List<?>) server.command("KEYS", "*")) {
            String name = new String((byte[]) key, StandardCharsets.UTF_8);
            Object dump = server.command("DUMP", name);
            all.append(name).append(new String((byte[]) dump, StandardCharsets.ISO_8859_1));
        }
        assertThat(all.toString()).isNotEmpty().doesNotContain("secret").doesNotContain("scripted");
    }

    @Test
    @DisplayName("RD4 an invalidation by tag finds what was last stored with the tag, and counts it")
    void rd4_overwrittenTag() {
        store.put(KEY, Answers.entry("a", "old"));
        store.put(KEY, Answers.entry("b", "new"));
        assertThat(store.invalidate(Selection.ofTag("old"))).isZero();
        assertThat(store.find(KEY)).isPresent();
        assertThat(store.invalidate(Selection.ofTag("new"))).isEqualTo(1);
        assertThat(store.find(KEY)).isEmpty();
    }

    @Test
    @DisplayName("RD4 an invalidation of many answers takes few operations, removes all of them and no other")
    void rd4_manyAnswers_areInvalidated() {
        for (int i = 0; i < 1_000; i++) {
            store.put(Answers.key(i), Answers.entry("a", "plan"));
        }
        store.put(Answers.key(5_000), Answers.entry("a", "other"));
        server.command("CONFIG", "RESETSTAT");
        assertThat(store.invalidate(Selection.ofTag("plan"))).isEqualTo(1_000);
        assertThat(server.text("INFO", "commandstats"))
                .doesNotContain("cmdstat_scan")
                .doesNotContain("cmdstat_keys");
        assertThat(store.find(Answers.key(5_000))).isPresent();
        assertThat(store.invalidate(Selection.all())).isEqualTo(1);
    }

    @Test
    @DisplayName("RD4 indexes forget answers whose time is over")
    void rd4_indexes_doNotGrow() {
        Instant now = Answers.STORED;
        for (int i = 0; i < 2_000; i++) {
            store.put(Answers.key(i), new ResponseStore.Entry(Json.of("a"), now, now.plusMillis(1), "", Set.of("t")));
        }
        long members = 0;
        AnswerKeys keys = new AnswerKeys(KeyPrefix.USUAL, "");
        for (int shard = 0; shard < AnswerKeys.SHARDS; shard++) {
            members += (Long) server.command("ZCARD", keys.index(shard, keys.index(Selection.ofTag("t"))));
        }
        assertThat(members).isLessThan(500);
    }

    @Test
    @DisplayName("RD4 scripts that the server has forgotten are sent again")
    void rd4_flushedScripts() {
        for (int i = 0; i < 3; i++) {
            store.put(Answers.key(i), Answers.entry("a"));
            server.command("SCRIPT", "FLUSH");
            assertThat(store.invalidate(Selection.all())).isEqualTo(1);
            server.command("SCRIPT", "FLUSH");
        }
    }

    @Test
    @DisplayName("RD4 a server without memory refuses answers whole, and finds the others")
    void rd4_fullMemory() {
        try (RedisProcess small = RedisProcess.start("--maxmemory", "4mb", "--maxmemory-policy", "noeviction");
                RedisResponseStore full =
                        RedisResponseStore.on(RedisServer.at(small.uri()).withLimit(Duration.ofSeconds(60)))) {
            full.put(KEY, Answers.entry("a"));
            small.command("CONFIG", "SET", "maxmemory", "1");
            assertThatThrownBy(() -> full.put(Answers.key(2), Answers.entry("b")))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("OOM")
                    .hasMessageContaining("raise maxmemory");
            assertThat(full.find(KEY)).isPresent();
            assertThat(full.find(Answers.key(2))).isEmpty();
            small.command("CONFIG", "SET", "maxmemory", "0");
            assertThat(full.invalidate(Selection.all())).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("RD4 a replica finds, and refuses to store with the way out")
    void rd4_replica() {
        try (RedisProcess replica = RedisProcess.start("--replicaof", "127.0.0.1 " + server.port());
                RedisResponseStore read =
                        RedisResponseStore.on(RedisServer.at(replica.uri()).withLimit(Duration.ofSeconds(60)))) {
            store.put(KEY, Answers.entry("a"));
            dev.plumbline.testkit.Await.until(() -> finds(read), Duration.ofSeconds(60));
            assertThat(read.find(KEY)).isPresent();
            assertThatThrownBy(() -> read.put(KEY, Answers.entry("b")))
                    .hasMessageContaining("READONLY")
                    .hasMessageContaining("redis+sentinel://");
        }
    }

    private static boolean finds(RedisResponseStore read) {
        try {
            return read.find(KEY).isPresent();
        } catch (UncheckedIOException loading) {
            return false;
        }
    }

    @Test
    @DisplayName("RD9 a hit is one command")
    void rd9_hit_isOneCommand() {
        store.put(KEY, Answers.entry("a"));
        store.find(KEY);
        server.command("CONFIG", "RESETSTAT");
        for (int i = 0; i < 10; i++) {
            store.find(KEY);
        }
        assertThat(server.text("INFO", "commandstats").lines().filter(line -> line.startsWith("cmdstat_")))
                .filteredOn(line -> !line.startsWith("cmdstat_config") && !line.startsWith("cmdstat_info"))
                .singleElement()
                .asString()
                .startsWith("cmdstat_getrange:calls=10,");
    }

    @Test
    @DisplayName("RD4 answers are compressed")
    void rd4_compression() {
        store.put(KEY, Answers.entry("all work and no play ".repeat(1_000)));
        assertThat((Long) server.command("STRLEN", answer(KEY))).isLessThan(2_000);
        assertThat(store.find(KEY)).contains(Answers.entry("all work and no play ".repeat(1_000)));
        try (RedisResponseStore whole = store.withCompressionFrom(Integer.MAX_VALUE)) {
            whole.put(KEY, Answers.entry("all work and no play ".repeat(1_000)));
            assertThat((Long) server.command("STRLEN", answer(KEY))).isGreaterThan(20_000);
        }
        assertThat(store.find(KEY)).contains(Answers.entry("all work and no play ".repeat(1_000)));
        assertThatThrownBy(() -> store.withCompressionFrom(63)).hasMessageContaining("63");
        String value = "plb1" + "x".repeat(9_000);
        server.command("SET", answer(KEY), value);
        assertDamaged(store, KEY, "no frame");
        byte[] deflated = DeflatedBytes.deflate(new byte[10_000]);
        assertThat(DeflatedBytes.inflate(ByteBuffer.wrap(deflated), 9_999)).isEmpty();
        assertThat(DeflatedBytes.inflate(ByteBuffer.wrap(deflated), 10_000)).contains(new byte[10_000]);
        deflated[0] = 1;
        assertThat(DeflatedBytes.inflate(ByteBuffer.wrap(deflated), Integer.MAX_VALUE))
                .isEmpty();
    }
}
