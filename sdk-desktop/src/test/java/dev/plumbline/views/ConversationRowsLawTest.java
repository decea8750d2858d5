package dev.plumbline.views;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

/** What is on the screen is what is stored, however the conversation went and whenever somebody began to look. */
class ConversationRowsLawTest {

    @Property(tries = 500)
    @Tag("SH38")
    @Tag("SH177")
    @Label("Rows: the changes, one behind the other, make the rows there are, and those are the rows of what is stored")
    void screen_showsWhatIsStored(@ForAll Random chance, @ForAll @IntRange(min = 1, max = 8) int turns) {
        ConversationPlayer played = new ConversationPlayer();
        List<Watched> views = new ArrayList<>();
        for (int turn = 0; turn < turns; turn++) {
            views.add(new Watched(played));
            play(played, chance, () -> views.add(new Watched(played)));
            for (Watched view : views) {
                assertThat(view.screen.rows()).isEqualTo(view.rows.rows());
            }
        }
        played.asks("The last one.");
        for (Watched view : views) {
            assertThat(bare(view.rows.rows())).isEqualTo(bare(ConversationRows.of(played.path())));
        }
    }

    private static void play(ConversationPlayer played, Random chance, Runnable inTheMiddle) {
        List<ConversationEntry> path = played.path();
        ConversationEntry before = played.head();
        ask(played, chance, path);
        int rounds = 1 + chance.nextInt(3);
        for (int round = 1; round <= rounds; round++) {
            stream(played, chance, round);
            if (chance.nextInt(5) == 0) {
                inTheMiddle.run();
            }
            if (round == rounds) {
                end(played, chance, before, path.isEmpty());
            } else {
                useTools(played, chance);
            }
        }
    }

    private static void ask(ConversationPlayer played, Random chance, List<ConversationEntry> path) {
        List<ConversationEntry> questions = path.stream()
                .filter(entry -> entry.kind() == Interaction.Kind.USER)
                .toList();
        if (!questions.isEmpty() && chance.nextInt(4) == 0) {
            played.asksInstead(questions.get(chance.nextInt(questions.size())), "Other words");
        } else {
            played.asks("Question " + chance.nextInt(9));
        }
    }

    private static void stream(ConversationPlayer played, Random chance, int round) {
        played.round(round);
        if (chance.nextBoolean()) {
            played.thinks("Hm");
        }
        played.says("a", "b");
        if (chance.nextInt(4) == 0) {
            played.takesBack();
        }
        if (chance.nextInt(4) == 0) {
            played.tells("draw", chance.nextBoolean() ? Json.of("news " + chance.nextInt(9)) : Json.array());
        }
        if (chance.nextInt(4) == 0) {
            String turn = "queued" + chance.nextInt();
            played.queues(turn, "Later");
            if (chance.nextBoolean()) {
                played.withdraws(turn);
            }
        }
        if (chance.nextInt(6) == 0) {
            played.interjects("And this");
            played.says("c");
        }
    }

    private static void useTools(ConversationPlayer played, Random chance) {
        List<Interaction> stored = new ArrayList<>(List.of(ConversationPlayer.answer("I draw")));
        List<Interaction.ToolCall> calls = IntStream.rangeClosed(0, chance.nextInt(3))
                .mapToObj(i -> played.call("draw"))
                .toList();
        stored.addAll(calls);
        played.stores(stored);
        List<Interaction> results = new ArrayList<>();
        for (Interaction.ToolCall call : calls) {
            played.calls(call);
            results.add(played.ends(call, chance.nextBoolean() ? ToolEnvelope.ok("x") : failed()));
        }
        played.stores(results);
    }

    private static ToolEnvelope failed() {
        return ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "No.");
    }

    private static void end(ConversationPlayer played, Random chance, ConversationEntry before, boolean first) {
        int how = chance.nextInt(4);
        if (how == 0 && !first) {
            played.failsWithoutTrace(before);
        } else {
            played.appends(ConversationPlayer.answer("Done"));
            played.ends();
        }
        if (how == 1 && played.path().contains(before)) {
            played.goesOnBehind(before);
        }
    }

    /** Keys are the business of one screen; notices, news and messages that wait or have no answer are not stored. */
    private static List<String> bare(List<ViewRow> rows) {
        return rows.stream()
                .filter(row -> !(row instanceof ViewRow.ErrorNotice || row instanceof ViewRow.News))
                .filter(row -> !(row instanceof ViewRow.UserMessage said
                        && said.status() != ViewRow.UserMessage.Status.STORED))
                .map(row -> row.toJson().without("key").text())
                .toList();
    }

    private static final class Watched {
        final FakeFrontEnd screen = new FakeFrontEnd();
        final ConversationRows rows;

        Watched(ConversationPlayer played) {
            rows = ConversationRows.of(played::path, List::of, List::of, screen);
            screen.draw(rows.rows());
            played.show(rows);
        }
    }
}
