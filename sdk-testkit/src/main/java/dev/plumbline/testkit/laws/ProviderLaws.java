package dev.plumbline.testkit.laws;

import dev.plumbline.call.AiReturn;
import dev.plumbline.event.FinishReason;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerAnswer;
import dev.plumbline.testkit.trial.PolicyTrial;
import dev.plumbline.testkit.trial.Probe;
import dev.plumbline.testkit.trial.ProviderTrial;
import dev.plumbline.testkit.trial.Verdict;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Laws every provider keeps. Implement {@link #provider} in a test class; jqwik finds the rest. Providers of another wire
 * format than chat completions override {@link #streams()}.
 */
public interface ProviderLaws {

    /** One that talks to this server; the laws close it. */
    AiProvider provider(ScriptedServer server);

    /** Whole, successful streams in the provider's wire format. */
    default List<ServerAnswer> streams() {
        OpenAiChatScript script = OpenAiChatScript.script()
                .says("A room of ", "5 by 4 m, ", "20 m² 😀.")
                .callsTool("drawWall", Map.of("from", "a", "to", "b"))
                .callsTool("measure", Map.of());
        return List.of(script.stream(true), script.stream(true));
    }

    /** The return is the fold of the deltas, and the same for every split of the bytes. */
    @Property(tries = 20)
    default void return_is_the_fold_of_the_deltas(@ForAll @IntRange(min = 1, max = 64) int bytesAtOnce) {
        for (ServerAnswer stream : streams()) {
            Verdict verdict = new Verdict("return is the fold of the deltas", stream + " by " + bytesAtOnce + " bytes");
            Probe whole = ProviderTrial.ask(this::provider, stream);
            Probe split = ProviderTrial.ask(this::provider, stream.withBytesAtOnce(bytesAtOnce));
            for (Probe probe : List.of(whole, split)) {
                PolicyTrial.foldOfShown(probe, verdict);
            }
            verdict.require(
                    PolicyTrial.sameContent(whole.ret(), split.ret()),
                    Verdict.show(whole.ret()) + ", split " + Verdict.show(split.ret()),
                    "decode characters and events only when they are whole");
        }
    }

    /** A stream that is cut anywhere never passes for a complete answer. */
    @Property(tries = 60)
    default void cut_is_never_complete(@ForAll @IntRange(min = 0, max = 999) int perMille, @ForAll boolean chunked) {
        for (ServerAnswer stream : streams()) {
            int at = (int) ((long) stream.size() * perMille / 1000);
            ServerAnswer cut = (chunked ? stream : stream.untilClose()).closesAfter(at);
            AiReturn whole = ProviderTrial.ask(this::provider, stream).ret();
            AiReturn ret = ProviderTrial.ask(this::provider, cut).ret();
            boolean ended =
                    ret.finish() != FinishReason.NONE && ret.interactions().equals(whole.interactions());
            new Verdict("cut is never complete", stream + " cut after " + at + " bytes")
                    .require(
                            !ret.ok() || ended,
                            Verdict.show(ret),
                            "answer TRUNCATED unless the format's own mark of the end has come");
        }
    }

    /** Cancel ends the call and closes the connection, before the headers, behind them and within the stream. */
    @Property(tries = 6)
    default void cancel_closes_the_socket(@ForAll @IntRange(min = -1, max = 1) int state) {
        ServerAnswer stream = streams().get(0);
        ProviderTrial.cancel(this::provider, stream.stallsAfter(state == 1 ? stream.size() / 2 : state));
    }
}
