package dev.plumbline.testkit.laws;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.laws.TinyChatProvider.Vice;
import dev.plumbline.testkit.server.ScriptedServer;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each law of providers catches the provider that breaks it. */
class ProviderLawsTest {

    @Test
    @Tag("M6")
    void providerThatReturnsMoreThanItPushed_isCaught() {
        assertThatThrownBy(() -> laws(Vice.RETURNS_MORE_THAN_IT_PUSHED).return_is_the_fold_of_the_deltas(7))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("law broken: return is the fold of the deltas")
                .hasMessageContaining("by 7 bytes")
                .hasMessageContaining("fix:");
    }

    @Test
    @Tag("M6")
    void providerThatTakesACutForTheEnd_isCaught() {
        assertThatThrownBy(() -> laws(Vice.TAKES_A_CUT_FOR_THE_END).cut_is_never_complete(500, true))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("law broken: cut is never complete")
                .hasMessageContaining("return TRUNCATED");
    }

    @Test
    void providerThatIsDeafToCancel_isCaught() {
        ProviderLaws impatient = laws(Duration.ofSeconds(3), Vice.DEAF_TO_CANCEL);

        assertThatThrownBy(() -> impatient.cancel_closes_the_socket(1))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("law broken: cancel closes the socket")
                .hasMessageContaining("did not end as CANCELLED");
    }

    @Test
    void providerThatLeavesTheSocketOpen_isCaught() {
        ProviderLaws laws = laws(Vice.LEAVES_THE_SOCKET_OPEN);

        assertThatThrownBy(() -> laws.cancel_closes_the_socket(0))
                .hasMessageContaining("a connection that stays open after the cancel");
    }

    private static ProviderLaws laws(Vice... vices) {
        return laws(Duration.ofSeconds(3), vices);
    }

    private static ProviderLaws laws(Duration patience, Vice... vices) {
        return new ProviderLaws() {
            @Override
            public AiProvider provider(ScriptedServer server) {
                return new TinyChatProvider(server.address(), vices);
            }

            @Override
            public Duration patience() {
                return patience;
            }
        };
    }
}
