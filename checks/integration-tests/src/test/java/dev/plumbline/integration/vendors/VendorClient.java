package dev.plumbline.integration.vendors;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.ProviderBuilder;
import dev.plumbline.testkit.server.AnthropicScript;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.OpenAiResponsesScript;
import dev.plumbline.testkit.server.ServiceScript;
import java.net.URI;
import java.util.function.Function;
import java.util.function.Supplier;

/** A wire format with a client of its vendor that reads it, and ours. */
enum VendorClient {
    OPENAI_CHAT(OpenAiChatScript::create, OpenAiClientReader::chat, LocalProviders::chat),
    OPENAI_RESPONSES(OpenAiResponsesScript::create, OpenAiClientReader::responses, LocalProviders::responses),
    ANTHROPIC_MESSAGES(AnthropicScript::create, AnthropicClientReader::messages, LocalProviders::messages);

    private final Supplier<ServiceScript<?>> scripts;
    private final Vendor vendor;
    private final Function<URI, ProviderBuilder<?>> ours;

    VendorClient(Supplier<ServiceScript<?>> scripts, Vendor vendor, Function<URI, ProviderBuilder<?>> ours) {
        this.scripts = scripts;
        this.vendor = vendor;
        this.ours = ours;
    }

    ServiceScript<?> script() {
        return scripts.get();
    }

    /** What the vendor's client makes of the next answer of the server at that address. */
    ClientReading vendorReads(URI base, boolean streaming) {
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
        ClientReading read(URI base, boolean streaming);
    }
}
