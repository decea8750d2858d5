package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RedactedTranscriptTest {
    private final RedactionOptions options = RedactionOptions.ofDefaults();
    private final CachingScanner scanner = new CachingScanner(new TextRedactor(options), options);
    private final PseudonymGenerator pseudonyms = new PseudonymGenerator(RedactionFixture.KEY, "branch");
    private final Transcript asked = Transcript.empty().append(Interaction.user("Write to anna@example.com."));

    @Test
    @DisplayName("A5 a conversation is looked through once for the tool calls of a round")
    void a5_conversationOfARound_isLookedThroughOnce() {
        RedactedTranscript seen = RedactedTranscript.NOTHING.next(asked, scanner, pseudonyms);
        assertThat(seen.isOf(asked)).isTrue();
        assertThat(seen.next(asked, scanner, pseudonyms)).isSameAs(seen);
    }

    @Test
    void a5_longerConversation_addsWhatIsNew() {
        RedactedTranscript seen = RedactedTranscript.NOTHING.next(asked, scanner, pseudonyms);
        Transcript longer = asked.append(Interaction.user("And to bert@example.com."));
        RedactedTranscript more = seen.next(longer, scanner, pseudonyms);
        assertThat(seen.isOf(longer)).isTrue();
        assertThat(more).isNotSameAs(seen);
        assertThat(more.sent().get(1).text()).doesNotContain("bert@");
    }

    @Test
    void a5_otherConversation_isLookedThrough() {
        RedactedTranscript seen = RedactedTranscript.NOTHING.next(asked, scanner, pseudonyms);
        Transcript other = Transcript.empty().append(Interaction.user("Write to carl@example.com."));
        assertThat(seen.isOf(other)).isFalse();
        assertThat(seen.next(other, scanner, pseudonyms).sent().get(0).text()).doesNotContain("carl@");
    }
}
