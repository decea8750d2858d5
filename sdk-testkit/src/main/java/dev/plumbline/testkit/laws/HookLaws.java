package dev.plumbline.testkit.laws;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import dev.plumbline.testkit.FakeHookContext;
import dev.plumbline.testkit.internal.LawAssertion;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * The laws of every hook as jqwik properties. Implement {@link #hook()} in a test class. Tests without
 * jqwik call them with an input.
 */
public interface HookLaws {

    /** Returns a new hook. */
    Hook hook();

    /** Returns how long a law may take with one input: 30 seconds by default. What takes longer is taken for endless. */
    default Duration patience() {
        return Duration.ofSeconds(30);
    }

    /** Checks that every call of the model is still there, answered or open, in order. */
    @Property(tries = 50)
    default void every_call_is_answered(@ForAll(supplier = AnyInput.Batch.class) List<Interaction.ToolCall> calls) {
        LawAssertion.within(patience(), "every call is answered", () -> {
            LawAssertion verdict = new LawAssertion("every call is answered", "tool calls " + ids(calls));
            Hook.RequestedTools offered =
                    HookTurns.batch(calls, Math.floorMod(ids(calls).hashCode(), 12));
            Hook.RequestedTools kept = say(
                    hook(),
                    verdict,
                    h -> h.onToolsRequested(offered, HookTurns.turn(ids(calls).hashCode())),
                    offered);
            verdict.check(
                    kept.calls().equals(calls) && kept.tools().equals(offered.tools()),
                    "calls " + ids(kept.calls()),
                    "answer a call with batch.answer(call, envelope) instead of removing it");
            verdict.check(
                    kept.answers().entrySet().containsAll(offered.answers().entrySet()),
                    "another answer of a call that an earlier hook has answered",
                    "answer the calls of batch.open() alone");
        });
    }

    /** Checks that an entry keeps its place and its tool calls. */
    @Property(tries = 50)
    default void entries_keep_their_calls(
            @ForAll(supplier = AnyInput.Text.class) String text,
            @ForAll(supplier = AnyInput.Batch.class) List<Interaction.ToolCall> calls) {
        LawAssertion.within(patience(), "entries keep their calls", () -> {
            List<Interaction> said = new ArrayList<>();
            HookTurns.answer(text).interactions().stream()
                    .filter(each -> !(each instanceof Interaction.ToolCall))
                    .forEach(said::add);
            said.addAll(calls);
            entryIsKept(said, text, "an answer with tool calls " + ids(calls));
            List<Interaction> results = new ArrayList<>();
            calls.forEach(call -> results.add(new Interaction.ToolResult(
                    call.id(),
                    HookTurns.envelope(text.length() + call.arguments().text().length()))));
            entryIsKept(results, text, "results of tool calls " + ids(calls));
        });
    }

    private void entryIsKept(List<Interaction> said, String text, String input) {
        LawAssertion verdict = new LawAssertion("entries keep their calls", input);
        ConversationEntry entry = HookTurns.entry(said, text.length());
        ConversationEntry kept =
                say(hook(), verdict, h -> h.onEntryAppending(entry, HookTurns.turn(text.hashCode())), entry);
        verdict.check(
                HookTurns.ties(kept.interactions()).equals(HookTurns.ties(entry.interactions())),
                "other tool calls, or results of others",
                "replace only text; these calls wait for their results");
        verdict.check(
                HookTurns.sameBeside(entry, kept),
                LawAssertion.difference(kept, entry, " instead of "),
                "copy it with entry.withInteractions(…): id, parent, status, usage, times and facts stay");
    }

    /** Checks that a hook changes only the next step of a round. */
    @Property(tries = 50)
    default void rounds_keep_what_was(
            @ForAll(supplier = AnyInput.Text.class) String text, @ForAll Hook.Round.Next next) {
        LawAssertion.within(patience(), "rounds keep what was", () -> {
            Hook.Round round = HookTurns.round(text, next);
            LawAssertion verdict =
                    new LawAssertion("rounds keep what was", "round " + round.number() + ", then " + next);
            Hook.Round kept =
                    say(hook(), verdict, h -> h.onRoundDeciding(round, HookTurns.turn(text.hashCode())), round);
            verdict.check(
                    kept.withNext(next).equals(round),
                    "another return, number or result",
                    "use round.withNext(…) only");
        });
    }

    /** Checks that the hook accepts the end of a started turn, however it ends. */
    @Property(tries = 50)
    default void started_turns_are_finished(
            @ForAll(supplier = AnyInput.Text.class) String text, @ForAll AiError.Category ending) {
        LawAssertion.within(patience(), "started turns are finished", () -> {
            LawAssertion verdict = new LawAssertion("started turns are finished", "a turn that ends with " + ending);
            Hook tried = hook();
            FakeHookContext turn = HookTurns.turn(text.hashCode());
            Interaction.User input = Interaction.user(text);
            say(tried, verdict, h -> h.onTurnStarting(input, turn), input);
            say(tried, verdict, h -> finish(h, HookTurns.answer(text), turn), HookTurns.answer(text));
            for (AiError error : PolicyChecks.errors(ending)) {
                AiReturn ret = HookTurns.answer(text).withError(error);
                say(tried, verdict, h -> finish(h, ret, turn), ret);
            }
        });
    }

    /** Checks that one session does not change the decisions in another. */
    @Property(tries = 50)
    default void sessions_do_not_meet(
            @ForAll(supplier = AnyInput.Text.class) String text, @ForAll(supplier = AnyInput.Text.class) String other) {
        LawAssertion.within(patience(), "sessions do not meet", () -> {
            LawAssertion verdict = new LawAssertion(
                    "sessions do not meet",
                    Json.of(text).text() + " beside " + Json.of(other).text());
            List<Hook.Decision<?>> before = decisions(hook(), text);
            Hook shared = hook();
            List<Hook.Decision<?>> unused = decisions(shared, other);
            List<Hook.Decision<?>> after = decisions(shared, text);
            verdict.check(
                    before.equals(after),
                    "another decision after text in another session",
                    "store values in context.state(), not in fields: one instance serves all sessions");
        });
    }

    /** Returns what a hook decides in a new session, at each moment of a turn. */
    private static List<Hook.Decision<?>> decisions(Hook tried, String text) {
        FakeHookContext turn = HookTurns.turn(text.hashCode());
        Interaction.User input = Interaction.user(text);
        List<Interaction.ToolCall> calls =
                List.of(new Interaction.ToolCall("call_1", "draw", Json.object().with("text", text)));
        Hook.Round round = HookTurns.round(text, Hook.Round.Next.CONTINUE);
        List<Hook.Decision<?>> decisions = List.of(
                tried.onTurnStarting(input, turn),
                tried.onUserMessage(input, turn),
                tried.onEntryAppending(HookTurns.entry(List.of(input), text.length()), turn),
                tried.onToolsRequested(HookTurns.batch(calls, text.length()), turn),
                tried.onRoundDeciding(round, turn));
        tried.onTurnFinished(HookTurns.answer(text), turn);
        return decisions;
    }

    /** Checks that a message that the hook stops at the beginning of a turn is stopped as an interjection, too. */
    @Property(tries = 50)
    default void interjections_pass_the_filter(@ForAll(supplier = AnyInput.Text.class) String text) {
        LawAssertion.within(patience(), "interjections pass the filter", () -> {
            LawAssertion verdict = new LawAssertion(
                    "interjections pass the filter",
                    "an interjection " + Json.of(text).text());
            Interaction.User input = Interaction.user(text);
            verdict.check(
                    !isStopped(hook().onTurnStarting(input, HookTurns.turn(text.hashCode())))
                            || isStopped(hook().onUserMessage(input, HookTurns.turn(text.hashCode()))),
                    "a message that is let through as an interjection and stopped as the message of a turn",
                    "filter in onUserMessage, which is asked about both");
        });
    }

    /** Checks that the reason of a hook that stops does not quote what it was asked about. */
    @Property(tries = 50)
    default void reasons_hold_no_content(@ForAll(supplier = AnyInput.Text.class) String text) {
        LawAssertion.within(patience(), "reasons hold no content", () -> {
            LawAssertion verdict =
                    new LawAssertion("reasons hold no content", "a text of " + text.length() + " characters");
            String content = "content-4711 ";
            Interaction.User input = Interaction.user(content + text);
            Hook.Round round = new Hook.Round(1, AiReturn.ofText(content + text), List.of(), Hook.Round.Next.END);
            FakeHookContext turn = HookTurns.turn(text.hashCode());
            Hook tried = hook();
            for (Hook.Decision<?> said : List.of(
                    tried.onTurnStarting(input, turn),
                    tried.onUserMessage(input, turn),
                    tried.onEntryAppending(HookTurns.entry(List.of(input), text.length()), turn),
                    tried.onRoundDeciding(round, turn))) {
                verdict.check(
                        !(said instanceof Hook.Decision.Stop<?> stop
                                && stop.reason().contains(content)),
                        "a reason with the text",
                        "name the rule that refuses, not the text that breaks it");
            }
        });
    }

    /**
     * Checks that a hook says the same of itself before and after a conversation, which it may refuse, and that it renames a
     * new branch at most.
     */
    @Property(tries = 20)
    default void branches_keep_where_they_begin(@ForAll(supplier = AnyInput.Text.class) String text) {
        LawAssertion.within(patience(), "branches keep where they begin", () -> {
            LawAssertion verdict = new LawAssertion(
                    "branches keep where they begin",
                    "a branch of " + Json.of(text).text());
            Hook tried = hook();
            FakeHookContext turn = HookTurns.turn(text.hashCode());
            List<Object> before = List.of(tried.priority(), tried.affinity(), tried.failureMode());
            try {
                tried.onSessionOpened(turn);
            } catch (RuntimeException refused) {
                return; // which is how a hook refuses a conversation
            }
            Interaction.User input = Interaction.user("content-4711 " + text);
            Hook.Branch branch = new Hook.Branch(
                    text.length() % 2 == 0 ? "other" : "a plan", HookTurns.entry(List.of(input), text.length()));
            for (int i = 0; i < 2; i++) {
                Hook.Branch kept = say(tried, verdict, h -> h.onBranchCreating(branch, turn), branch);
                verdict.check(
                        kept.from().equals(branch.from()) && !kept.name().isBlank(),
                        "the branch " + kept.name() + " of another entry",
                        "rename a branch, or stop it");
                verdict.check(
                        !(tried.onBranchCreating(branch, turn) instanceof Hook.Decision.Stop<?> stop
                                && stop.reason().contains("content-4711")),
                        "a reason with the text",
                        "name the rule that refuses, not the text that breaks it");
                say(tried, verdict, h -> h.onTurnStarting(input, turn), input);
                AiReturn ret = HookTurns.answer(text);
                say(tried, verdict, h -> finish(h, ret, turn), ret);
            }
            verdict.check(
                    before.equals(List.of(tried.priority(), tried.affinity(), tried.failureMode())),
                    before + ", then another priority, affinity or failure mode",
                    "let a hook have one of each: they are read once");
        });
    }

    /** Checks that no payload of a turn is reachable after its end. */
    @Property(tries = 5)
    default void payloads_are_not_kept(@ForAll(supplier = AnyInput.Text.class) String text) {
        LawAssertion.within(patience(), "payloads are not kept", () -> {
            LawAssertion verdict =
                    new LawAssertion("payloads are not kept", "a turn of " + text.length() + " characters");
            Hook tried = hook();
            try {
                WeakReference<Interaction> input = leadThrough(tried, text, verdict);
                verdict.check(
                        () -> isCollected(input),
                        "the user's message, reachable after the turn",
                        "store ids or lengths instead of payloads, and remove them in onTurnFinished");
            } finally {
                Reference.reachabilityFence(tried);
            }
        });
    }

    private static boolean isStopped(Hook.Decision<?> decision) {
        return decision instanceof Hook.Decision.Stop<?>;
    }

    private static WeakReference<Interaction> leadThrough(Hook tried, String text, LawAssertion verdict) {
        FakeHookContext turn = HookTurns.turn(text.hashCode());
        Interaction.User input = Interaction.user(text);
        say(tried, verdict, h -> h.onTurnStarting(input, turn), input);
        say(tried, verdict, h -> h.onUserMessage(input, turn), input);
        ConversationEntry entry = HookTurns.entry(List.of(input), text.length());
        say(tried, verdict, h -> h.onEntryAppending(entry, turn), entry);
        AiReturn ret = HookTurns.answer(text);
        say(tried, verdict, h -> finish(h, ret, turn), ret);
        return new WeakReference<>(input);
    }

    @SuppressWarnings("GarbageCollection") // whether something is reachable is what the law asks
    private static boolean isCollected(WeakReference<Interaction> payload) {
        for (int sweep = 0; sweep < 50 && payload.get() != null; sweep++) {
            System.gc();
        }
        return payload.get() == null;
    }

    private static <T> Hook.Decision<T> finish(Hook hook, AiReturn ret, FakeHookContext turn) {
        hook.onTurnFinished(ret, turn);
        return Hook.Decision.proceed();
    }

    /** Returns the payload after the hook; unchanged if the hook stops the turn. */
    private static <T> T say(Hook hook, LawAssertion verdict, Function<Hook, Hook.Decision<T>> moment, T payload) {
        try {
            Hook.Decision<T> decision = moment.apply(hook);
            return decision instanceof Hook.Decision.Replace<T> replaced ? replaced.payload() : payload;
        } catch (RuntimeException | Error e) {
            throw verdict.violation(
                    e.getClass().getName(), "decide without throwing; to end the turn return Decision.stop(reason)");
        }
    }

    private static List<String> ids(List<Interaction.ToolCall> calls) {
        return calls.stream().map(call -> call.name() + " " + call.id()).toList();
    }
}
