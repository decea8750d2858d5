package dev.plumbline.comparison.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ScenarioTest {
    private final Asked asked = new Asked();

    /** Answers as the service would, and counts. */
    private static final class Asked implements Peer {
        private int questions;
        private int turns;

        @Override
        public String ask(String question) {
            questions++;
            return Scenario.WORD;
        }

        @Override
        public PeerSession talk(List<String> said, boolean streamed) {
            return words -> {
                turns++;
                return Scenario.DRAWN;
            };
        }

        @Override
        public String stream(String question, Consumer<String> pieces) {
            throw new UnsupportedOperationException();
        }

        @Override
        public PeerSession behind(List<String> said) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long giveUp(String question) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }

    @Test
    void firstCall_isOne() throws Exception {
        Scenario.COLD_TLS.cost(asked);
        Scenario.COLD_TOOL_TLS.cost(asked);
        assertThat(asked.questions).isOne();
        assertThat(asked.turns).isOne();
    }

    @Test
    void youngProcess_makesFiftyCalls_ofWhichTheFirstDoesNotCount() throws Exception {
        ResourceCost cost = Scenario.PLAIN_YOUNG.cost(asked);
        assertThat(asked.questions).isEqualTo(50);
        assertThat(Scenario.PLAIN_YOUNG.measured()).isEqualTo(49);
        assertThat(cost.drift()).isEqualTo(1);
    }

    @Test
    void youngProcess_makesTwentyTurns_ofWhichTheFirstDoesNotCount() throws Exception {
        Scenario.TOOLS_YOUNG.cost(asked);
        assertThat(asked.turns).isEqualTo(20);
        assertThat(Scenario.TOOLS_YOUNG.measured()).isEqualTo(19);
    }

    @Test
    void warmProcess_hasMadeAHundredThousandCalls() {
        assertThat(Scenario.PLAIN.warm()).isEqualTo(100_000);
        assertThat(Scenario.TOOLS.warm()).isEqualTo(40_000);
    }
}
