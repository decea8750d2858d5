package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SeenTest {
    private final RedactionOptions options = RedactionOptions.ofDefaults();
    private final Scanner scanner = new Scanner(new TextRedactor(options), options);
    private final Pseudonyms pseudonyms = new Pseudonyms(Desk.KEY, "branch");
    private final Transcript asked = Transcript.empty().append(Interaction.user("Write to anna@example.com."));

    @Test
    @DisplayName("A5 a conversation is looked through once for the tool calls of a round")
    void a5_conversationOfARound_isLookedThroughOnce() {
        Seen seen = Seen.NOTHING.next(asked, scanner, pseudonyms);
        assertThat(seen.isOf(asked)).isTrue();
        assertThat(seen.next(asked, scanner, pseudonyms)).isSameAs(seen);
    }

    @Test
    void a5_longerConversation_addsWhatIsNew() {
        Seen seen = Seen.NOTHING.next(asked, scanner, pseudonyms);
        Transcript longer = asked.append(Interaction.user("And to bert@example.com."));
        Seen more = seen.next(longer, scanner, pseudonyms);
        assertThat(seen.isOf(longer)).isTrue();
        assertThat(more).isNotSameAs(seen);
        assertThat(more.sent().get(1).text()).doesNotContain("bert@");
    }

    @Test
    void a5_otherConversation_isLookedThrough() {
        Seen seen = Seen.NOTHING.next(asked, scanner, pseudonyms);
        Transcript other = Transcript.empty().append(Interaction.user("Write to carl@example.com."));
        assertThat(seen.isOf(other)).isFalse();
        assertThat(seen.next(other, scanner, pseudonyms).sent().get(0).text()).doesNotContain("carl@");
    }
}
