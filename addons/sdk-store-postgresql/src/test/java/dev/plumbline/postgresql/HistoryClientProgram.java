package dev.plumbline.postgresql;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A client of the check of histories, in a process of its own: opens conversations of its namespace at random and appends
 * to them, says what it tries before it does, and what was acknowledged after. Ends with its input.
 */
final class HistoryClientProgram {
    /** Ends every line, so that a line that a killed client did not finish is not taken for one. */
    static final String END = "\t.";

    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final PostgresSessionStore sessions;
    private final String namespace;
    private final String name;
    private final Random random;
    private int next;

    private HistoryClientProgram(PostgresSessionStore sessions, String namespace, String name, long seed) {
        this.sessions = sessions;
        this.namespace = namespace;
        this.name = name;
        this.random = new Random(seed);
    }

    /** Arguments: address, namespace, name, seed. */
    public static void main(String[] arguments) throws Exception {
        Duration skew = Duration.ofMinutes(5 * (Math.floorMod(arguments[2].hashCode(), 3) - 1));
        PostgresDatabase database = PostgresDatabase.builder(arguments[0])
                .patience(Duration.ofSeconds(1))
                .clock(() -> Instant.now().plus(skew))
                .build();
        HistoryClientProgram client = new HistoryClientProgram(
                PostgresSessionStore.of(database).withLease(Duration.ofSeconds(1)),
                arguments[1],
                arguments[2],
                Long.parseLong(arguments[3]));
        while (System.in.available() == 0) {
            client.step();
        }
        Runtime.getRuntime().halt(0);
    }

    private void step() throws InterruptedException {
        String id = namespace + " " + random.nextInt(2);
        try (SessionStore.Writer writer = sessions.open(id, LIMIT, Cancellation.create())) {
            say("opened", id + "\t" + writer.lease().token() + "\t" + System.nanoTime());
            if (random.nextInt(3) == 0) {
                Thread.sleep(700); // so that a writer that this one has replaced finds the position that it expects
            }
            for (int i = random.nextInt(4); i >= 0; i--) {
                append(id, writer);
            }
            if (random.nextInt(10) == 0) {
                Thread.sleep(1500); // longer than the lease, so that others may have opened it
                append(id, writer);
            }
        } catch (UncheckedIOException | IllegalStateException | AiException refused) {
            say("refused", id); // open elsewhere, or the server is away
        }
        for (String foreign : List.of("office 0", "plant 0")) {
            look(foreign);
        }
    }

    private void append(String id, SessionStore.Writer writer) {
        long position = writer.position();
        List<String> tags = IntStream.rangeClosed(0, random.nextInt(3))
                .mapToObj(i -> name + "-" + next++)
                .toList();
        String what = id + "\t" + writer.lease().token() + "\t" + position + "\t" + String.join(",", tags);
        say("try", what + "\t" + System.nanoTime());
        writer.append(
                position,
                tags.stream().map(tag -> record(tag, writer.lease().token())).toList(),
                LIMIT,
                Cancellation.create());
        say("ok", what);
    }

    private Json record(String tag, long token) {
        return Json.object().with("namespace", namespace).with("tag", tag).with("token", token);
    }

    /** Says when a conversation of another namespace can be read. */
    private void look(String id) {
        try (Stream<Json> records = sessions.read(id, LIMIT, Cancellation.create())) {
            if (records.anyMatch(record -> !record.get("namespace").asText().equals(namespace))) {
                say("foreign", id);
            }
        } catch (UncheckedIOException | AiException away) {
            say("refused", id);
        }
    }

    private static void say(String what, String more) {
        System.out.println(what + "\t" + more + END);
    }
}
