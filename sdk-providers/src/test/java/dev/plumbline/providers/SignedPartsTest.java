package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.http.NetworkSettings;
import dev.plumbline.json.Json;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.client.CustomHeaders;
import dev.plumbline.providers.client.OwnTimeouts;
import dev.plumbline.providers.client.ProviderConfig;
import dev.plumbline.providers.client.SignedParts;
import dev.plumbline.providers.format.ServerDialect;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is sent the signed parts of an answer, by format, model, account and address. */
class SignedPartsTest {
    private static final String KEY = "a-key-of-the-first-account";

    private static SignedParts at(ApiFormat format, String address, String name) {
        return new SignedParts(
                format,
                new ProviderConfig(
                        "p",
                        "m",
                        URI.create(address),
                        Optional.empty(),
                        Optional.empty(),
                        ServerDialect.of("compatible"),
                        OwnTimeouts.NONE,
                        NetworkSettings.ofDefaults(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        CustomHeaders.NONE,
                        Optional.empty(),
                        Optional.of(name).filter(text -> !text.isEmpty())));
    }

    private static AiCall call(String model, List<? extends Interaction> said) {
        return AiCall.builder(AiBody.of("?"), new ModelId("p", model))
                .effective(said)
                .build();
    }

    private static List<Interaction> said(String... writers) {
        List<Interaction> said = new ArrayList<>();
        for (String writer : writers) {
            said.add(Interaction.user("?"));
            said.add(new Interaction.Assistant(List.of(
                    new Part.Opaque("p", Json.object().with("type", "reasoning"), "", writer), Part.text("!"))));
        }
        said.add(Interaction.user("?"));
        return said;
    }

    @ParameterizedTest(name = "{0}: what {1} wrote is sent to {2}: {3}")
    @CsvSource({
        "MESSAGES, claude-opus-5-5, claude-haiku-5-5, true",
        "MESSAGES, claude-opus-5-5, kimi-k3, false",
        "MESSAGES, kimi-k3, claude-opus-5-5, false",
        "MESSAGES, kimi-k3, kimi-k3, true",
        "BEDROCK, eu.anthropic.claude-haiku-5-5, anthropic.claude-opus-5-5, true",
        "BEDROCK, eu.anthropic.claude-haiku-5-5, amazon.nova-premier-v1:0, false",
        "BEDROCK, deepseek.r1-v1:0, anthropic.claude-opus-5-5, false",
        "GEMINI, gemini-3.6-flash, gemini-3.5-pro, true",
        "GEMINI, claude-opus-5-5, gemini-3.5-pro, false",
        "RESPONSES, gpt-6.2, gpt-6.2, true",
        "RESPONSES, gpt-6.2, gpt-4.1, false",
        "RESPONSES, gpt-6.2, gpt-6.2-mini, false",
        "CHAT, google/gemini-3.5-pro, anthropic/claude-opus-5-5, true",
    })
    @DisplayName("P11 each format has its rule for other models")
    void p11_models(ApiFormat format, String wrote, String reads, boolean sent) {
        SignedParts parts = at(format, "https://ai.example.org/v1", "");
        String writer = parts.writer(call(wrote, said()), KEY).text();
        AiCall asked = call(reads, said(writer));
        AiCall readable = parts.readable(asked, () -> parts.writer(asked, KEY));

        assertThat(readable.effective().equals(asked.effective())).isEqualTo(sent);
        assertThat(readable.effective()).hasSize(3);
    }

    @ParameterizedTest(name = "{0}, another key: {1}, another address: {2}")
    @CsvSource({
        "MESSAGES, true, false",
        "BEDROCK, true, false",
        "GEMINI, true, false",
        "CHAT, true, false",
        "RESPONSES, false, false"
    })
    @DisplayName("P11 another key counts where the service refuses it, another address always")
    void p11_accounts(ApiFormat format, boolean otherKey, boolean otherAddress) {
        SignedParts here = at(format, "https://ai.example.org/v1", "");
        SignedParts there = at(format, "https://other.example.org/v1", "");
        AiCall asked = call("m", said(here.writer(call("m", said()), KEY).text()));

        assertThat(isSent(here, asked, KEY)).isTrue();
        assertThat(isSent(here, asked, "a-key-of-the-second-account")).isEqualTo(otherKey);
        assertThat(isSent(there, asked, KEY)).isEqualTo(otherAddress);
        assertThat(isSent(here, asked, null)).isTrue(); // an account that is not known
    }

    private static boolean isSent(SignedParts parts, AiCall asked, String key) {
        return parts.readable(asked, () -> parts.writer(asked, key)).effective().equals(asked.effective());
    }

    @Test
    @DisplayName(
            "P11 the account is a digest that has no key, differs by service, and follows the name if there is one")
    void p11_digest() {
        SignedParts here = at(ApiFormat.RESPONSES, "https://ai.example.org/v1", "");
        SignedParts there = at(ApiFormat.RESPONSES, "https://other.example.org/v1", "");
        SignedParts named = at(ApiFormat.RESPONSES, "https://ai.example.org/v1", "our company");
        AiCall call = call("m", said());

        assertThat(here.writer(call, KEY).account()).matches("[0-9a-f]{16}");
        assertThat(there.writer(call, KEY).account())
                .isNotEqualTo(here.writer(call, KEY).account());
        assertThat(here.writer(call, "short").account()).isEmpty();
        assertThat(here.writer(call, null).account()).isEmpty();
        assertThat(named.writer(call, KEY)).isEqualTo(named.writer(call, "another-key-of-that-account"));
        assertThat(named.writer(call, KEY).text()).doesNotContain("company");
    }

    @Test
    @DisplayName("P11 parts of older versions, of other providers and of the program are passed on as they are")
    void p11_unknownWriters() {
        SignedParts parts = at(ApiFormat.RESPONSES, "https://ai.example.org/v1", "");
        for (String writer : List.of("", "gpt-6.2", "two words")) {
            AiCall asked = call("m", said(writer));
            assertThat(isSent(parts, asked, KEY)).isTrue();
        }
        AiCall others = call(
                "m",
                List.of(
                        new Interaction.Assistant(List.of(new Part.Opaque("other", Json.object(), "", "m a b"))),
                        Interaction.user("?")));
        assertThat(isSent(parts, others, KEY)).isTrue();
    }

    @Test
    @DisplayName("P11 the trace says where a conversation starts over: in the first call after a change")
    void p11_remark() {
        SignedParts parts = at(ApiFormat.RESPONSES, "https://ai.example.org/v1", "");
        String one = parts.writer(call("one", said()), KEY).text();
        String two = parts.writer(call("two", said()), KEY).text();

        assertThat(remarks(parts, "one", one, one)).isEmpty();
        assertThat(remarks(parts, "two", one, one))
                .containsExactly("starts over: other model than one; signed parts of 2 earlier answers, the first in"
                        + " message 2 are left out, and little is read from the prompt cache");
        assertThat(remarks(parts, "two", one, two)).isEmpty();
    }

    private static List<String> remarks(SignedParts parts, String model, String... writers) {
        List<String> remarks = new ArrayList<>();
        AiCall asked = call(model, said(writers)).toBuilder()
                .sink(new RemarkSink(remarks))
                .build();
        parts.readable(asked, () -> parts.writer(asked, KEY));
        return remarks;
    }
}
