package dev.plumbline.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/**
 * A script that the server runs in one atomic step. It is sent by its SHA-1.
 */
record RedisScript(String text, String sha) {

    /** Returns the script in a file beside this class. */
    static RedisScript of(String file) {
        try (InputStream in = RedisScript.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("the jar has no " + file);
            }
            byte[] text = in.readAllBytes();
            String sha =
                    HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
            return new RedisScript(new String(text, StandardCharsets.UTF_8), sha);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }

    /**
     * Runs the script.
     *
     * @throws JedisNoScriptException if the server did not know it, for example after a restart; then it knows it now,
     *     and nothing was done
     */
    Object run(Connection jedis, List<String> keys, List<?> arguments) {
        try {
            return jedis.executeCommand(command(keys, arguments));
        } catch (JedisNoScriptException unknown) {
            jedis.executeCommand(
                    new CommandArguments(Protocol.Command.SCRIPT).add("LOAD").add(text));
            throw unknown;
        }
    }

    private CommandArguments command(List<String> keys, List<?> arguments) {
        CommandArguments all =
                new CommandArguments(Protocol.Command.EVALSHA).add(sha).add(keys.size());
        keys.forEach(all::key);
        arguments.forEach(all::add);
        return all;
    }
}
