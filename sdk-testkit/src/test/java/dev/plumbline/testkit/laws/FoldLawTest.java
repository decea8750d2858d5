package dev.plumbline.testkit.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** What a stream amounts to, for all streams. */
class FoldLawTest {

    @Property(tries = 700)
    @Tag("SH32")
    void fold_ofTheSameStreamInOtherPieces_isTheSame(@ForAll("streamTwice") List<List<AiDelta>> both) {
        assertThat(AiReturn.builder().deltas(both.get(1)).build())
                .isEqualTo(AiReturn.builder().deltas(both.get(0)).build());
    }

    @Property(tries = 500)
    void deltas_ofAReturn_foldToIt(@ForAll("streams") List<AiDelta> stream) {
        AiReturn ret = AiReturn.builder().deltas(stream).build();

        assertThat(AiReturn.builder().deltas(ret.deltas()).build()).isEqualTo(ret);
    }

    @Property(tries = 300)
    void deltas_ofAReturn_areTheFewestThatFoldToIt(@ForAll("streams") List<AiDelta> stream) {
        assertThat(AiReturn.builder().deltas(stream).build().deltas().size()).isLessThanOrEqualTo(stream.size() + 1);
    }

    @Property(tries = 300)
    void reset_takesContentBackAndKeepsUsage(@ForAll("streams") List<AiDelta> stream) {
        List<AiDelta> taken = new ArrayList<>(stream);
        taken.add(new AiDelta.Reset(9));

        AiReturn ret = AiReturn.builder().deltas(taken).build();

        assertThat(ret.interactions()).isEmpty();
        assertThat(ret.finish()).isEqualTo(FinishReason.NONE);
        assertThat(ret.usage())
                .isEqualTo(AiReturn.builder().deltas(stream).build().usage());
    }

    @Property(tries = 300)
    void content_isThatOfTheLastAttempt(
            @ForAll("streams") List<AiDelta> stream, @ForAll("streams") List<AiDelta> last) {
        List<AiDelta> both = new ArrayList<>(stream);
        both.add(new AiDelta.Reset(9));
        both.addAll(last);

        AiReturn ret = AiReturn.builder().deltas(both).build();

        assertThat(ret.interactions())
                .isEqualTo(AiReturn.builder().deltas(last).build().interactions());
        assertThat(ret.usage())
                .isEqualTo(AiReturn.builder()
                        .deltas(stream)
                        .build()
                        .usage()
                        .plus(AiReturn.builder().deltas(last).build().usage()));
    }

    @Property(tries = 300)
    void usage_isTheSumOfTheReports(@ForAll("streams") List<AiDelta> stream) {
        Usage sum = Usage.NONE;
        for (AiDelta delta : stream) {
            sum = delta instanceof AiDelta.UsageReport report ? sum.plus(report.usage()) : sum;
        }

        assertThat(AiReturn.builder().deltas(stream).build().usage()).isEqualTo(sum);
    }

    @Property(tries = 300)
    void text_isInOrderAndWhole(@ForAll("streams") List<AiDelta> stream) {
        StringBuilder text = new StringBuilder();
        for (AiDelta delta : stream) {
            if (delta instanceof AiDelta.Reset) {
                text.setLength(0);
            } else if (delta instanceof AiDelta.Text piece) {
                text.append(piece.text());
            }
        }

        assertThat(AiReturn.builder().deltas(stream).build().text()).isEqualTo(text.toString());
    }

    @Provide
    Arbitrary<List<AiDelta>> streams() {
        return AiArbitraries.streams();
    }

    @Provide
    Arbitrary<List<List<AiDelta>>> streamTwice() {
        return AiArbitraries.streams()
                .flatMap(stream -> AiArbitraries.rechunked(stream).map(other -> List.of(stream, other)));
    }
}
