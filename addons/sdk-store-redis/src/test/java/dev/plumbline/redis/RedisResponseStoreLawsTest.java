package dev.plumbline.redis;

import dev.plumbline.internal.PayloadCipher;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.Secret;
import dev.plumbline.testkit.laws.ResponseStoreLaws;
import java.time.Duration;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** The laws of response stores, on a real server, with encrypted answers. */
@Tag("external")
class RedisResponseStoreLawsTest implements ResponseStoreLaws {
    private static final Secret KEY = Secret.of("0123456789abcdef0123456789abcdef".toCharArray());
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static RedisProcess server;

    @BeforeContainer
    static void start() {
        server = RedisProcess.start();
    }

    @AfterContainer
    static void stop() {
        server.close();
    }

    @Override
    public ResponseStore store() {
        server.command("FLUSHALL");
        return RedisResponseStore.on(RedisServer.at(server.uri()).withLimit(PATIENCE))
                .withEncryption(KEY);
    }

    @Override
    public boolean damage(ResponseStore store, ResponseStore.Key key, int place) {
        AnswerKeys keys = new AnswerKeys(
                KeyPrefix.USUAL, PayloadCipher.ofCharacters(KEY::reveal).mark(RedisResponseStore.MARK));
        String name = keys.answer(keys.name(key));
        byte[] value = (byte[]) server.command("GET", name);
        int at = place % value.length;
        server.command("SETRANGE", name, String.valueOf(at), String.valueOf((char) ((value[at] ^ 1) & 0x7F)));
        return true;
    }
}
