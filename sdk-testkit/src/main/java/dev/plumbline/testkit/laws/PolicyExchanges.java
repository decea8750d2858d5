package dev.plumbline.testkit.laws;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy;
import dev.plumbline.testkit.PolicyProbe;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.internal.LawAssertion;
import dev.plumbline.testkit.laws.PolicyLaws.Exchange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Checks the exchanges that the author of a policy expects, wherever they can happen. */
final class PolicyExchanges {
    private static final AiError CUT = AiError.of(AiError.Category.CONTENT_FILTERED, "scripted", "it was cut");

    private final PolicyLaws laws;
    private final VirtualClock clock;

    PolicyExchanges(PolicyLaws laws) {
        this.laws = laws;
        this.clock = laws.clock();
    }

    void check() {
        for (Exchange each : laws.exchanges()) {
            for (List<AiDelta> pieces : splits(each.answer())) {
                check(each, laws.policy(), each.call(), pieces, "a new policy");
            }
            for (List<AiDelta> pieces : splits(each.answer())) {
                cut(each, pieces);
            }
            AiCall elsewhere = CallInput.withBody(each.call(), AiBody.of(CallInput.BODY));
            check(each, laws.policy(), elsewhere, whole(each.answer()), "a call with another body");
            if (each.refusal().isEmpty()) {
                Exchange shown = new Exchange(
                        withPictures(each.call()),
                        each.answer(),
                        each.sent().map(PolicyExchanges::withPictures),
                        each.text(),
                        each.refusal());
                check(shown, laws.policy(), shown.call(), whole(each.answer()), "messages that begin with a picture");
            }
            List<CallInput.Dimension> others = CallInput.NOT_SENT.stream()
                    .filter(dimension -> !dimension.name().equals("namespace"))
                    .toList();
            for (int[] row : CallInput.rows(others)) {
                AiCall beside = CallInput.of(each.call(), others, row);
                check(each, laws.policy(), beside, whole(each.answer()), "other " + CallInput.names(others, row));
            }
        }
        Policy used = laws.policy();
        List<Exchange> order = new ArrayList<>(laws.exchanges());
        for (int i = 0; i < 3; i++) {
            order.forEach(each -> check(each, used, each.call(), whole(each.answer()), "a used policy"));
            Collections.reverse(order);
        }
    }

    private static AiCall withPictures(AiCall call) {
        return call.withEffective(call.effective().stream()
                .map(item -> item instanceof Interaction.User user
                        ? new Interaction.User(Stream.concat(Stream.of(CallInput.PICTURE), user.parts().stream())
                                .toList())
                        : item)
                .toList());
    }

    private void check(Exchange expected, Policy policy, AiCall call, List<AiDelta> pieces, String where) {
        LawAssertion verdict = new LawAssertion(
                "exchanges hold everywhere",
                where + ", " + PolicyChecks.show(List.of(call)) + ", answered " + StreamChunking.show(pieces));
        ScriptedProvider provider = ScriptedProvider.create().streams(pieces).repeats();
        PolicyProbe probe = PolicyChecks.run(policy, call, provider, clock);
        AiReturn ret = probe.ret();
        verdict.check(
                ret.error().map(AiError::code).equals(expected.refusal()),
                LawAssertion.show(ret),
                expected.refusal().map(code -> "refuse this with " + code).orElse("let this call through"));
        verdict.check(
                expected.refusal().isEmpty()
                        || expected.text().isPresent()
                        || provider.calls().isEmpty(),
                "a call of the model that is refused",
                "refuse before next is called");
        text(expected, probe, verdict);
        expected.sent()
                .filter(sent -> !provider.calls().isEmpty())
                .ifPresent(sent -> verdict.check(
                        provider.calls().stream()
                                .anyMatch(seen -> PolicyHistory.partsOf(seen).equals(PolicyHistory.partsOf(sent))),
                        PolicyChecks.show(provider.calls()),
                        "send " + PolicyChecks.show(List.of(sent))));
    }

    private void text(Exchange expected, PolicyProbe probe, LawAssertion verdict) {
        expected.text().ifPresent(text -> {
            verdict.check(
                    probe.ret().partialText().equals(text),
                    Json.of(probe.ret().partialText()).text(),
                    "return " + Json.of(text).text());
            for (String word : laws.words()) {
                verdict.check(
                        text.contains(word) || !probe.everShown().contains(word),
                        "the word " + Json.of(word).text() + ", which was shown before it was taken out",
                        "take it out with ResponsePolicy.filter: around and onReturn change what was shown already");
            }
        });
    }

    private void cut(Exchange expected, List<AiDelta> pieces) {
        ScriptedProvider provider =
                ScriptedProvider.create().failsAfter(pieces, CUT).repeats();
        PolicyProbe probe = PolicyChecks.run(laws.policy(), expected.call(), provider, clock);
        LawAssertion verdict = new LawAssertion(
                "exchanges hold everywhere", "an answer that was cut behind " + StreamChunking.show(pieces));
        if (!provider.calls().isEmpty()) {
            text(expected, probe, verdict);
        }
    }

    private static List<List<AiDelta>> splits(String text) {
        List<List<AiDelta>> splits = new ArrayList<>(
                List.of(whole(text), StreamChunking.characters(whole(text)), StreamChunking.counted(whole(text))));
        IntStream.range(1, Math.min(text.length(), 64))
                .mapToObj(cut -> pieces(text.substring(0, cut), text.substring(cut)))
                .forEach(splits::add);
        return splits;
    }

    private static List<AiDelta> whole(String text) {
        return pieces(text);
    }

    private static List<AiDelta> pieces(String... texts) {
        List<AiDelta> pieces = new ArrayList<>();
        for (String text : texts) {
            pieces.add(new AiDelta.Text(text));
        }
        pieces.add(new AiDelta.Finish(FinishReason.STOP));
        return pieces;
    }
}
