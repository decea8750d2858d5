package dev.plumbline.testkit.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import dev.plumbline.testkit.PolicyProbe;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

class LineDeltaFilterLawsTest implements PolicyLaws {
    private static final Pattern LINE_ENDS = Pattern.compile("(?<=\n)");

    @Override
    public Policy policy() {
        return ResponsePolicy.filter(call -> DeltaFilter.byLine(line -> line.toUpperCase(Locale.ROOT)));
    }

    @Property
    @Tag("SH32")
    @Label("Lines: a line is changed as a whole, whatever came between its pieces")
    void line_isWholeWhateverCameBetween(@ForAll("streams") List<AiDelta> stream) {
        Policy numbering = ResponsePolicy.filter(call -> DeltaFilter.byLine(line -> "<" + line + ">"));

        PolicyProbe probe = PolicyProbe.run(numbering, stream);

        assertThat(probe.ret().partialText())
                .isEqualTo(bracketed(AiReturn.builder().deltas(stream).build().partialText()));
    }

    @Provide
    Arbitrary<List<AiDelta>> streams() {
        return AiArbitraries.streams(Arbitraries.of("PN-", "4711", " a door", "\n", "a\nb\n\nc"));
    }

    private static String bracketed(String text) {
        return LINE_ENDS
                .splitAsStream(text)
                .filter(line -> !line.isEmpty())
                .map(line -> "<" + line + ">")
                .collect(Collectors.joining());
    }
}
