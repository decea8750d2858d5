package dev.plumbline.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Transcript.AttachmentSummary;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TranscriptTest {

    private static Transcript of(int size) {
        return Transcript.of(IntStream.range(0, size)
                .mapToObj(i -> (Interaction) new Interaction.System("item " + i))
                .toList());
    }

    @Test
    void append_digestsTheNewItemOnly() {
        for (int size : new int[] {1, 10, 1000}) {
            Transcript transcript = of(size);
            assertThat(transcript.undigested()).isEqualTo(size);
            transcript.digest();
            assertThat(transcript.undigested()).isZero();
            assertThat(transcript.append(Interaction.user("more")).undigested()).isEqualTo(1);
        }
    }

    @Test
    @Tag("SH98")
    void append_leavesEveryEarlierTranscriptAlone() {
        Transcript base = of(3);
        Transcript left = base.append(new Interaction.System("left"));
        Transcript right = base.append(new Interaction.System("right"));
        Transcript longer = left.append(new Interaction.System("left 2"));
        assertThat(base).hasSize(3);
        assertThat(left).endsWith(new Interaction.System("left")).hasSize(4);
        assertThat(right).endsWith(new Interaction.System("right")).hasSize(4);
        assertThat(longer).hasSize(5);
        assertThat(left.digest()).isNotEqualTo(right.digest());
    }

    @Test
    void shared_countsWhatBothGrewFrom() {
        Transcript base = of(100);
        Transcript longer = base.append(Interaction.user("more"));
        Transcript fork = base.append(Interaction.user("other")).append(Interaction.user("still other"));
        assertThat(longer.shared(base)).isEqualTo(100);
        assertThat(base.shared(longer)).isEqualTo(100);
        assertThat(fork.shared(longer)).isEqualTo(100);
        assertThat(longer.shared(longer)).isEqualTo(101);
        assertThat(of(100).shared(base)).isZero();
        assertThat(base.insert(0, Interaction.user("first")).shared(base)).isZero();
    }

    @Test
    void shared_neverCountsWhatDiffers() {
        List<Transcript> all = new ArrayList<>(List.of(Transcript.empty()));
        for (int i = 0; i < 300; i++) {
            all.add(all.get(i * 7 % all.size()).append(new Interaction.System("item " + i)));
        }
        for (Transcript one : all) {
            for (Transcript other : all) {
                int shared = one.shared(other);
                assertThat(one.subList(0, shared)).isEqualTo(other.subList(0, shared));
            }
        }
    }

    @Test
    @Tag("SH98")
    void forks_ofOneTranscriptInManyThreadsStayApart() throws InterruptedException {
        Transcript base = of(5);
        CountDownLatch start = new CountDownLatch(1);
        List<List<Transcript>> results = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            List<Transcript> mine = new ArrayList<>();
            results.add(mine);
            int number = t;
            Thread thread = new Thread(() -> {
                await(start);
                Transcript grown = base;
                for (int i = 0; i < 200; i++) {
                    grown = grown.append(new Interaction.System(number + "/" + i));
                    mine.add(grown);
                }
            });
            threads.add(thread);
            thread.start();
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        for (int t = 0; t < 8; t++) {
            Transcript last = results.get(t).get(199);
            assertThat(last).hasSize(205).startsWith(base.toArray(Interaction[]::new));
            assertThat(last.get(5)).isEqualTo(new Interaction.System(t + "/0"));
            assertThat(last.get(204)).isEqualTo(new Interaction.System(t + "/199"));
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void digest_isTheSameWhateverThePath() {
        Transcript grown = of(4);
        Transcript inserted = of(0).append(grown.get(0))
                .append(grown.get(3))
                .insert(1, grown.get(1))
                .insert(2, grown.get(2));
        assertThat(inserted).isEqualTo(grown);
        assertThat(inserted.digest()).isEqualTo(grown.digest());
        assertThat(Transcript.of(new ArrayList<>(grown)).digest()).isEqualTo(grown.digest());
    }

    @Test
    void reuse_keepsTheDigestsOfTheSameInstances() {
        Transcript known = of(4);
        known.digest();
        Transcript shorter = known.reuse(List.of(known.get(1), Interaction.user("new"), known.get(3)));
        assertThat(shorter).hasSize(3);
        assertThat(shorter.digest(0)).isEqualTo(known.digest(1));
        assertThat(shorter.digest())
                .isEqualTo(Transcript.of(List.of(known.get(1), Interaction.user("new"), known.get(3)))
                        .digest());
    }

    @Test
    void reuse_sharesWhatBothBeginWith_andTakesWhatGrewFromItAsItIs() {
        Transcript known = of(100);
        known.digest();
        Transcript longer = known.append(Interaction.user("more"));
        assertThat(known.reuse(longer)).isSameAs(longer);
        List<Interaction> trimmed = new ArrayList<>(known.subList(0, 60));
        trimmed.addAll(known.subList(70, 100));
        assertThat(known.reuse(trimmed)).isEqualTo(trimmed);
        assertThat(known.reuse(trimmed).undigested()).isEqualTo(30);
        assertThat(known.reuse(List.of())).isEmpty();
        assertThat(Transcript.empty().reuse(longer)).isEqualTo(longer);
    }

    @Test
    void attached_isKeptAsItGrows_andForksHaveTheirOwn() {
        Blob blob = Blob.of(new byte[100], "image/png");
        Transcript words = of(3);
        Transcript image = words.append(new Interaction.User(List.of(new Part.Text("look"), new Part.Image(blob))));
        Transcript result = image.append(new Interaction.ToolCall("c", "draw", Json.of(Map.of())))
                .append(new Interaction.ToolResult(
                        "c", ToolEnvelope.ok(1).withParts(new Part.File("plan", blob), new Part.Audio(blob))));
        assertThat(words.attached()).isEqualTo(AttachmentSummary.NONE);
        assertThat(image.attached()).isEqualTo(new AttachmentSummary(100, true, false, false));
        assertThat(result.attached()).isEqualTo(new AttachmentSummary(300, true, false, false));
        assertThat(words.append(new Interaction.User(List.of(new Part.Audio(blob), new Part.File("f", blob))))
                        .attached())
                .isEqualTo(new AttachmentSummary(200, false, true, true));
        assertThat(Transcript.empty().attached()).isEqualTo(AttachmentSummary.NONE);
    }

    @Test
    void callIds_areNumberedByFirstUse() {
        assertThat(calls("a", "b").digest()).isEqualTo(calls("x", "y").digest());
        assertThat(crossed("a", "b").digest()).isNotEqualTo(calls("a", "b").digest());
    }

    private static Transcript calls(String first, String second) {
        return Transcript.empty()
                .append(new Interaction.ToolCall(first, "draw", Json.of(Map.of())))
                .append(new Interaction.ToolCall(second, "draw", Json.of(Map.of())))
                .append(new Interaction.ToolResult(first, ToolEnvelope.ok(1)))
                .append(new Interaction.ToolResult(second, ToolEnvelope.ok(1)));
    }

    private static Transcript crossed(String first, String second) {
        return Transcript.empty()
                .append(new Interaction.ToolCall(first, "draw", Json.of(Map.of())))
                .append(new Interaction.ToolCall(second, "draw", Json.of(Map.of())))
                .append(new Interaction.ToolResult(second, ToolEnvelope.ok(1)))
                .append(new Interaction.ToolResult(first, ToolEnvelope.ok(1)));
    }

    @Test
    @Tag("SH97")
    void changesInPlace_areRefused() {
        assertThatThrownBy(() -> of(1).add(Interaction.user("x"))).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> of(1).remove(0)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> of(1).get(1)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
