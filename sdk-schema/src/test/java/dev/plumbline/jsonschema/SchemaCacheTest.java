package dev.plumbline.jsonschema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.json.Json;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.ValidationResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How often a schema is looked at. */
class SchemaCacheTest {
    private final AtomicInteger looked = new AtomicInteger();
    private final SchemaCache cache = new SchemaCache(schema -> {
        looked.incrementAndGet();
        return CheckedSchema.refused(ValidationResult.OK);
    });

    @Test
    @Tag("SH63")
    @Tag("SH72")
    @Tag("SH143")
    @Tag("F77")
    @DisplayName("77 32 threads with a schema each, all equal, have it looked at once")
    void equalSchemas_areLookedAtOnce() throws Exception {
        List<CheckedSchema> found =
                inParallel(32, () -> cache.get(Json.parse("{\"maximum\":1.0,\"type\":\"number\"}")));
        assertThat(looked).hasValue(1);
        assertThat(found).containsOnly(found.get(0));
        cache.get(Json.parse("{\"type\":\"number\",\"maximum\":1}"));
        assertThat(looked).hasValue(1);
    }

    @Test
    @Tag("SH63")
    @DisplayName("77 what is made when it is first needed is made once for 32 threads")
    void lateWork_isDoneOnce() throws Exception {
        AtomicInteger made = new AtomicInteger();
        Lazy<Integer> lazy = new Lazy<>(made::incrementAndGet);
        assertThat(inParallel(32, lazy::get)).containsOnly(1);
    }

    @Test
    @Tag("SH63")
    void sameObject_isNotHashedAgain() {
        Json schema = Json.parse("{\"type\":\"number\"}");
        assertThat(cache.get(schema)).isSameAs(cache.get(schema));
        assertThat(cache.hashed()).isOne();
    }

    @Test
    void manySchemas_evictEachOther() {
        for (int i = 0; i < 2_000; i++) {
            cache.get(Json.object().with("const", i));
        }
        assertThat(cache.size()).isLessThanOrEqualTo(500);
    }

    @Test
    @Tag("S23")
    @DisplayName("S23 large schemas of a server are kept within a bound of their text")
    void s23_largeSchemas_areFewer() {
        String text = "x".repeat(300_000);
        for (int i = 0; i < 50; i++) {
            cache.get(Json.object().with("description", i + text));
        }
        assertThat(cache.size()).isEqualTo(6);
        cache.get(Json.object().with("description", "x".repeat(5_000_000)));
        assertThat(cache.size()).isOne();
    }

    @Test
    @Tag("SH60")
    void soundSchema_isAttached_andNoOther() {
        JsonSchemaService schemas = JsonSchemas.service();
        Json sound = Json.parse("{\"type\":\"array\"}");
        AiBody.Builder body = AiBody.builder().addUser("Which rooms?");
        assertThat(schemas.attachIfValid(body, Json.parse("{\"$ref\":\"https://elsewhere\"}"))
                        .findings())
                .extracting("path", "code")
                .containsExactly(org.assertj.core.api.Assertions.tuple("/$ref", "ref-remote"));
        assertThat(body.build().outputSchema()).isEmpty();
        assertThat(schemas.attachIfValid(body, sound).isOk()).isTrue();
        assertThat(schemas.attachIfValid(body, Json.parse("{\"type\":\"arry\"}"))
                        .isOk())
                .isFalse();
        assertThat(body.build().outputSchema()).contains(sound);
    }

    private static <T> List<T> inParallel(int threads, Callable<T> work) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        CountDownLatch together = new CountDownLatch(threads);
        try {
            List<Future<T>> futures = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                futures.add(pool.submit(() -> {
                    together.countDown();
                    together.await();
                    return work.call();
                }));
            }
            List<T> done = new ArrayList<>();
            for (Future<T> future : futures) {
                done.add(future.get());
            }
            return done;
        } finally {
            pool.shutdownNow();
        }
    }
}
