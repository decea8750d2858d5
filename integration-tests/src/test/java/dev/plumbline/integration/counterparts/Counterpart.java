package dev.plumbline.integration.counterparts;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.ProviderBuilder;
import dev.plumbline.testkit.server.AnthropicScript;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.OpenAiResponsesScript;
import dev.plumbline.testkit.server.WireScript;
import java.net.URI;
import java.util.function.Function;
import java.util.function.Supplier;

/** A wire format with a client of its vendor that reads it, and ours. */
enum Counterpart {
    OPENAI_CHAT(OpenAiChatScript::create, OpenAiClientReads::chat, OurSide::chat),
    OPENAI_RESPONSES(OpenAiResponsesScript::create, OpenAiClientReads::responses, OurSide::responses),
    ANTHROPIC_MESSAGES(AnthropicScript::create, AnthropicClientReads::messages, OurSide::messages);

    private final Supplier<WireScript<?>> scripts;
    private final Vendor vendor;
    private final Function<URI, ProviderBuilder<?>> ours;

    Counterpart(Supplier<WireScript<?>> scripts, Vendor vendor, Function<URI, ProviderBuilder<?>> ours) {
        this.scripts = scripts;
        this.vendor = vendor;
        this.ours = ours;
    }

    WireScript<?> script() {
        return scripts.get();
    }

    /** What the vendor's client makes of the next answer of the server at that address. */
    Reading vendorReads(URI base, boolean streaming) {
        return vendor.read(base, streaming);
    }

    /** Our provider for that server. */
    AiProvider ours(URI base) {
        return ours(base, true);
    }

    /** The same, streaming or not. */
    AiProvider ours(URI base, boolean streaming) {
        return ours.apply(base).streaming(streaming).build();
    }

    /** A client of a vendor. */
    interface Vendor {
        Reading read(URI base, boolean streaming);
    }
}
