package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.event.AiError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Whatever fails for a while, a batch has one answer for each body. */
class BatchLawTest {

    @Property(tries = 40)
    @Label("F17 whatever fails for a while, each body is answered once, and no more calls run at a time than may")
    void f17_eachBody_isAnsweredOnce(
            @ForAll @IntRange(min = 1, max = 90) int count,
            @ForAll @IntRange(min = 1, max = 9) int parallel,
            @ForAll @IntRange(min = 0, max = 4) int fails)
            throws IOException {
        List<AiError.Category> passing =
                List.of(AiError.Category.RATE_LIMITED, AiError.Category.SERVER, AiError.Category.NETWORK);
        EchoProvider service = new EchoProvider((text, times) -> {
            int number = Integer.parseInt(text);
            return number % 3 == 0 && times <= fails
                    ? EchoProvider.failure(passing.get(number % passing.size()))
                    : EchoProvider.answer(text);
        });
        List<String> came = new ArrayList<>();
        try (AiRuntime ai = EchoProvider.runtime(service)) {
            Batch.Progress end = ai.batch(EchoProvider.bodies(count))
                    .withParallel(parallel)
                    .forEachOrdered(each -> came.add(each.ret().partialText()));
            assertThat(end.isComplete()).isTrue();
        }
        assertThat(came)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, count)
                        .mapToObj(String::valueOf)
                        .toList());
        assertThat(service.most.get()).isLessThanOrEqualTo(parallel);
    }
}
