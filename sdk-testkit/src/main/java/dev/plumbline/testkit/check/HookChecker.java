package dev.plumbline.testkit.check;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One hook, led through the moments of turns without a session around it. Each method is a law and throws an
 * AssertionError that names the law, the turn and the fix.
 *
 * @param hook makes a fresh one
 */
public record HookChecker(Supplier<Hook> hook) {
    private static final int SWEEPS = 50;

    /** Every call the model made is still there, answered or open, in its order. */
    public void everyCallIsAnswered(List<Interaction.ToolCall> calls) {
        LawAssertion verdict = new LawAssertion("every call is answered", "tool calls " + ids(calls));
        Hook.RequestedTools offered = Hook.RequestedTools.of(calls, tools(calls));
        Hook.RequestedTools kept =
                say(hook.get(), verdict, h -> h.onToolsRequested(offered, new FakeHookContext()), offered);
        verdict.require(
                kept.calls().equals(calls),
                "calls " + ids(kept.calls()),
                "answer a call with batch.answer(call, envelope) in place of leaving it out");
    }

    /** An entry keeps its place, and its tool calls and the calls its results belong to. */
    public void entriesKeepTheirCalls(String text, List<Interaction.ToolCall> calls) {
        List<Interaction> said = new ArrayList<>();
        said.add(new Interaction.Assistant(List.of(new Part.Text(text))));
        said.addAll(calls);
        LawAssertion verdict = new LawAssertion("entries keep their calls", "an answer with tool calls " + ids(calls));
        ConversationEntry entry = entry(said);
        ConversationEntry kept = say(hook.get(), verdict, h -> h.onEntryAppending(entry, new FakeHookContext()), entry);
        verdict.require(
                kept.interactions().stream()
                        .filter(Interaction.ToolCall.class::isInstance)
                        .toList()
                        .equals(calls),
                "other tool calls",
                "replace words only; the results of these calls are on their way");
        verdict.require(
                kept.id().equals(entry.id()) && kept.parent().equals(entry.parent()) && kept.status() == entry.status(),
                "another id, parent or status",
                "copy them from the entry it was shown");
    }

    /** A round stays what it was; what follows is all a hook may replace. */
    public void roundsKeepWhatWas(String text, Hook.Round.Next next) {
        LawAssertion verdict = new LawAssertion("rounds keep what was", "round 1, then " + next);
        Hook.Round round = new Hook.Round(1, AiReturn.ofText(text), List.of(), next);
        Hook.Round kept = say(hook.get(), verdict, h -> h.onRoundDeciding(round, new FakeHookContext()), round);
        verdict.require(
                kept.withNext(next).equals(round), "another return, number or result", "use round.withNext(…) only");
    }

    /** A turn that was started is finished, however it ends, and the hook says nothing against it. */
    public void startedTurnsAreFinished(String text, AiError.Category ending) {
        LawAssertion verdict = new LawAssertion("started turns are finished", "a turn that ends with " + ending);
        Hook tried = hook.get();
        FakeHookContext turn = new FakeHookContext();
        Interaction.User input = Interaction.user(text);
        say(tried, verdict, h -> h.onTurnStarting(input, turn), input);
        AiReturn cut = AiReturn.ofText(text).withError(AiError.of(ending, "scripted", "the turn ends"));
        for (AiReturn ret : List.of(cut, AiReturn.ofText(text))) {
            say(tried, verdict, h -> finish(h, ret, turn), ret);
        }
    }

    /** What one session said does not change what is decided in another. */
    public void sessionsDoNotMeet(String text, String other) {
        LawAssertion verdict = new LawAssertion(
                "sessions do not meet",
                Json.of(text).text() + " beside " + Json.of(other).text());
        Interaction.User input = Interaction.user(text);
        Hook alone = hook.get();
        Interaction.User before = say(alone, verdict, h -> h.onTurnStarting(input, new FakeHookContext()), input);
        Hook shared = hook.get();
        Interaction.User stranger = Interaction.user(other);
        say(shared, verdict, h -> h.onTurnStarting(stranger, new FakeHookContext()), stranger);
        Interaction.User after = say(shared, verdict, h -> h.onTurnStarting(input, new FakeHookContext()), input);
        verdict.require(
                before.equals(after),
                "another decision once another session had spoken",
                "remember in context.state(), not in fields: one instance serves all sessions");
    }

    /** Nothing of a turn is reachable once it is over. */
    public void payloadsAreNotKept(String text) {
        LawAssertion verdict = new LawAssertion("payloads are not kept", "a turn of " + text.length() + " characters");
        Hook tried = hook.get();
        try {
            WeakReference<Interaction> input = leadThrough(tried, text, verdict);
            verdict.require(
                    () -> isCollected(input),
                    "the user's message, reachable after the turn",
                    "keep ids or lengths in place of payloads, and forget them in onTurnFinished");
        } finally {
            Reference.reachabilityFence(tried);
        }
    }

    private static WeakReference<Interaction> leadThrough(Hook tried, String text, LawAssertion verdict) {
        FakeHookContext turn = new FakeHookContext();
        Interaction.User input = Interaction.user(text);
        say(tried, verdict, h -> h.onTurnStarting(input, turn), input);
        ConversationEntry entry = entry(List.of(input));
        say(tried, verdict, h -> h.onEntryAppending(entry, turn), entry);
        AiReturn ret = AiReturn.ofText(text);
        say(tried, verdict, h -> finish(h, ret, turn), ret);
        return new WeakReference<>(input);
    }

    @SuppressWarnings("GarbageCollection") // whether something is reachable is what the law asks
    private static boolean isCollected(WeakReference<Interaction> payload) {
        for (int sweep = 0; sweep < SWEEPS && payload.get() != null; sweep++) {
            System.gc();
        }
        return payload.get() == null;
    }

    private static <T> Hook.Decision<T> finish(Hook hook, AiReturn ret, FakeHookContext turn) {
        hook.onTurnFinished(ret, turn);
        return Hook.Decision.proceed();
    }

    /** What is left of the payload; a hook that stops leaves it as it was. */
    private static <T> T say(Hook hook, LawAssertion verdict, Function<Hook, Hook.Decision<T>> moment, T payload) {
        try {
            Hook.Decision<T> decision = moment.apply(hook);
            return decision instanceof Hook.Decision.Replace<T> replaced ? replaced.payload() : payload;
        } catch (RuntimeException | Error e) {
            throw verdict.broken(
                    e.getClass().getName(), "decide without throwing; to end the turn return Decision.stop(reason)");
        }
    }

    private static ConversationEntry entry(List<Interaction> said) {
        return new ConversationEntry(
                new ConversationEntry.Id("e1"),
                Optional.of(new ConversationEntry.Id("e0")),
                said,
                ConversationEntry.Status.COMPLETE,
                Usage.of(10, 1),
                Instant.EPOCH,
                Duration.ZERO);
    }

    private static List<ToolDefinition> tools(List<Interaction.ToolCall> calls) {
        Json anything = Json.object().with("type", "object");
        return calls.stream()
                .map(Interaction.ToolCall::name)
                .distinct()
                .map(name -> new ToolDefinition(name, "a tool", anything, Optional.empty(), Set.of(), ""))
                .toList();
    }

    private static List<String> ids(List<Interaction.ToolCall> calls) {
        return calls.stream().map(call -> call.name() + " " + call.id()).toList();
    }
}
