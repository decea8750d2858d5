package dev.plumbline.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.internal.Fold;
import java.util.ArrayList;
import java.util.List;

/** One call through a chain: who answers it, and what was shown of the answer. */
final class ChainFixture {
    final FixedProvider provider = new FixedProvider("a wall", " of oak\n", "and a door");
    final List<AiDelta> shown = new ArrayList<>();

    AiCall call() {
        return AiCall.builder(AiBody.of("draw"), ModelId.parse("fixed:model"))
                .sink(shown::add)
                .build();
    }

    AiReturn run(PolicyChain.Builder chain) {
        return chain.build(provider).call(call());
    }

    void assertShownIs(AiReturn ret) {
        AiReturn fold = Fold.of(shown);
        assertThat(fold.interactions()).isEqualTo(ret.interactions());
        assertThat(fold.usage()).isEqualTo(ret.usage());
        assertThat(fold.finish()).isEqualTo(ret.finish());
    }

    /** A policy that records when it is entered and left. */
    static Policy recording(List<String> trail, String name) {
        return (call, next) -> {
            trail.add("in " + name);
            AiReturn ret = next.proceed(call);
            trail.add("out " + name);
            return ret;
        };
    }
}
