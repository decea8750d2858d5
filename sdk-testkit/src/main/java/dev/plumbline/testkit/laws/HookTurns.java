package dev.plumbline.testkit.laws;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import dev.plumbline.testkit.FakeHookContext;
import dev.plumbline.testkit.internal.Pairs;
import dev.plumbline.testkit.internal.ToolContexts;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What hooks are asked about beside a text: turns, entries and rounds, each pair of values in some of them. */
final class HookTurns {
    private static final List<ConversationEntry.Status> STATUSES = List.of(ConversationEntry.Status.values());

    /** The number of results of a round. */
    private static final int MOST = 3;

    private HookTurns() {}

    /** Returns one of the outcomes that a tool can have: of each code, or with notes and media. */
    static ToolEnvelope envelope(int number) {
        List<ToolEnvelope.Code> codes = List.of(ToolEnvelope.Code.values());
        int which = Math.floorMod(number, codes.size() + MOST);
        ToolEnvelope ok = ToolEnvelope.ok("5 m").withStopsTurn(which % 2 == 0);
        return switch (which) {
            case 0 -> ok;
            case 1 -> ok.withMeta("seen", number).withParts(LawConversation.IMAGE);
            case 2 -> ok.withParts(LawConversation.IMAGE, LawConversation.IMAGE);
            default -> ToolEnvelope.failed(codes.get(which - MOST), "Not wall " + which + ".");
        };
    }

    /** Returns the results of calls of a round. */
    private static List<Interaction.ToolResult> results(int number) {
        return IntStream.range(0, number % MOST)
                .mapToObj(i -> new Interaction.ToolResult("call_" + (i + 1), envelope(number + i)))
                .toList();
    }

    /** Returns a turn of any conversation; the same number has the same one. */
    static FakeHookContext turn(int number) {
        List<int[]> rows = Pairs.of(2, 3, 2, 3, 2);
        int[] row = rows.get(Math.floorMod(number, rows.size()));
        CallIds ids = ToolContexts.ids(row[0], row[1], row[2]);
        return new FakeHookContext(ids, ToolContexts.tree(row[3]), ToolContexts.branch(row[4]));
    }

    /** Returns an entry of these interactions. */
    static ConversationEntry entry(List<Interaction> said, int number) {
        List<int[]> rows =
                Pairs.of(2, STATUSES.size(), 2, 2, 2, 3); // a parent, a status, tokens, a time, a model, facts
        int[] row = rows.get(number % rows.size());
        ConversationEntry entry = new ConversationEntry(
                new ConversationEntry.Id(row[0] == 0 ? "e1" : "e7"),
                row[0] == 0 ? Optional.of(new ConversationEntry.Id("e0")) : Optional.empty(),
                said,
                STATUSES.get(row[1]),
                row[2] == 0 ? Usage.of(10, 1) : new Usage(40, 3, 20, 9, 4, 1, 1),
                row[3] == 0 ? Instant.EPOCH : Instant.parse("2030-01-01T00:00:00Z"),
                row[3] == 0 ? Duration.ZERO : Duration.ofSeconds(7));
        ConversationEntry written = row[4] == 0 ? entry : entry.withModel(ModelId.parse("scripted:script"));
        return row[5] == 0
                ? written
                : written.withFacts(
                        new Interaction.Context(Map.of("time", Json.of("noon"), "zoom", Json.of(7))),
                        row[5] == 1 ? Set.of() : Set.of("time"));
    }

    /** Returns the return of a turn or a round, with any content, of any model. */
    static AiReturn answer(String text) {
        int number = Math.floorMod(text.hashCode(), AnswerInput.size());
        return PolicyChecks.fold(AnswerInput.whole(number, text)).toBuilder()
                .model(ModelId.parse(number % 2 == 0 ? "scripted:script" : "other:script"))
                .ids(ToolContexts.ids(number % 2, number % 3, 0))
                .requestId("request-" + number)
                .cost(new Cost(new BigDecimal(number), number % 2 == 0 ? "EUR" : "USD"))
                .savedTokens(number % 3)
                .build();
    }

    /** Returns a batch of these calls: of tools that exist or not, and without answers, or with one or several of other hooks. */
    static Hook.RequestedTools batch(List<Interaction.ToolCall> calls, int number) {
        List<ToolDefinition> tools = number % 4 == 0
                ? List.of()
                : calls.stream()
                        .map(Interaction.ToolCall::name)
                        .distinct()
                        .map(name -> ToolPolicyRun.tool(
                                name,
                                Stream.of("plan", "read-only").limit(number % 3).toArray(String[]::new)))
                        .toList();
        Hook.RequestedTools batch = Hook.RequestedTools.of(calls, tools);
        for (int i = calls.size() - 1; i > 0 && i >= calls.size() - 2 + number % 2; i--) {
            batch = batch.answer(calls.get(i), envelope(number + i));
        }
        return batch;
    }

    /** Returns a round: the first one without results, or a later one with one result or several. */
    static Hook.Round round(String text, Hook.Round.Next next) {
        int number = Math.floorMod(text.hashCode(), 1000);
        return new Hook.Round(1 + number % MOST, answer(text), results(number), next);
    }

    /** Returns the parts of an entry that a hook must not change: calls, results by their call, others by their kind. */
    static List<Object> ties(List<Interaction> interactions) {
        return interactions.stream()
                .<Object>map(item -> item instanceof Interaction.ToolCall
                        ? item
                        : item instanceof Interaction.ToolResult result ? result.callId() : item.kind())
                .toList();
    }

    /** Returns whether an entry has everything of another one beside its interactions; the session adds a model and facts itself. */
    static boolean sameBeside(ConversationEntry entry, ConversationEntry kept) {
        ConversationEntry named = kept.model().isPresent()
                ? kept
                : entry.model().map(kept::withModel).orElse(kept);
        boolean hasFacts = named.facts().isPresent() || entry.facts().isEmpty();
        ConversationEntry whole =
                hasFacts ? named : named.withFacts(entry.facts().orElseThrow(), entry.unstoredFacts());
        return entry.withInteractions(kept.interactions()).equals(whole);
    }
}
