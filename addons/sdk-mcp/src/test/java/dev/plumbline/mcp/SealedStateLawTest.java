package dev.plumbline.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.http.internal.JsonRpc;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The law of states: what was not made by the server is refused. */
class SealedStateLawTest {
    /** The digits of Base64: other characters are no forgery, but no Base64 either. */
    private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    private final SealedState states = new SealedState(new byte[32]);

    @Property(tries = 200)
    @Label("MC8 State: what was sealed is read as it was")
    void mc8_sealed_isRead(@ForAll String call, @ForAll int round, @ForAll String client, @ForAll long until) {
        SealedState.Content content = new SealedState.Content(clean(call), round, "d", clean(client), until);

        assertThat(states.open(states.seal(content))).isEqualTo(content);
    }

    private static String clean(String text) {
        return text.codePoints()
                .filter(c -> c < 0xD800 || c > 0xDFFF)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    @Property(tries = 500)
    @Label("MC8 State: one changed character is enough to be refused")
    void mc8_changed_isRefused(@ForAll @IntRange(max = 400) int at, @ForAll @IntRange(max = 63) int digit) {
        String sealed = states.seal(new SealedState.Content("call", 1, "digest", "client", 1));
        char other = DIGITS.charAt(digit);
        int place = at % sealed.length();
        // the last character of Base64 has bits that mean nothing
        Assume.that(sealed.charAt(place) != other && place < sealed.length() - 1 && sealed.indexOf('.') - 1 != place);
        String changed = sealed.substring(0, place) + other + sealed.substring(place + 1);

        assertThatThrownBy(() -> states.open(changed)).isInstanceOf(JsonRpc.Failure.class);
    }

    @Property(tries = 300)
    @Label("MC8 State: no text of others is a state")
    void mc8_anyText_isRefused(@ForAll String text) {
        assertThatThrownBy(() -> states.open(text)).isInstanceOf(JsonRpc.Failure.class);
    }
}
