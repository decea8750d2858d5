package dev.plumbline.testkit.laws;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.check.ProviderChecker;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * The laws of every provider as jqwik properties. Implement {@link #provider} in a test class. Providers of another
 * wire format than chat completions override {@link #streams()}. {@link ProviderChecker} has the same laws as plain
 * methods.
 */
public interface ProviderLaws {

    /** Returns a provider for this server; the laws close it. */
    AiProvider provider(ScriptedServer server);

    /** Returns how long a cancelled call, and then its connection, may take to end: 10 seconds by default. */
    default Duration patience() {
        return Duration.ofSeconds(10);
    }

    /** Returns complete, successful streams in the provider's wire format. */
    default List<ServerResponse> streams() {
        OpenAiChatScript script = OpenAiChatScript.create()
                .says("A room of ", "5 by 4 m, ", "20 m² 😀.")
                .callsTool("drawWall", Map.of("from", "a", "to", "b"))
                .callsTool("measure", Map.of());
        return List.of(script.stream(true), script.stream(true));
    }

    /** Checks that the return is the fold of the deltas, and the same for every split of the bytes. */
    @Property(tries = 20)
    default void return_is_the_fold_of_the_deltas(@ForAll @IntRange(min = 1, max = 64) int bytesAtOnce) {
        streams().forEach(stream -> trial().returnIsTheFoldOfTheDeltas(stream, bytesAtOnce));
    }

    /** Checks that a stream that is cut anywhere is not a complete answer. */
    @Property(tries = 60)
    default void cut_is_never_complete(@ForAll @IntRange(min = 0, max = 999) int perMille, @ForAll boolean chunked) {
        for (ServerResponse stream : streams()) {
            int at = (int) ((long) stream.size() * perMille / 1000);
            trial().cutIsNeverComplete(chunked ? stream : stream.untilClose(), at);
        }
    }

    /**
     * Checks that a cancellation ends the call and closes the connection, before the headers, after them and within the
     * stream.
     */
    @Property(tries = 6)
    default void cancel_closes_the_socket(@ForAll @IntRange(min = -1, max = 1) int state) {
        ServerResponse stream = streams().get(0);
        trial().cancelClosesTheSocket(stream.stallsAfter(state == 1 ? stream.size() / 2 : state), patience());
    }

    private ProviderChecker trial() {
        return new ProviderChecker(this::provider);
    }
}
