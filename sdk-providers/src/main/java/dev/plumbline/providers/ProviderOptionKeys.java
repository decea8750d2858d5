package dev.plumbline.providers;

import dev.plumbline.call.TypedKey;

/** The keys of options that one provider alone knows; public where that provider is. */
final class ProviderOptionKeys {
    static final TypedKey<String> SERVICE_TIER = TypedKey.of("openai.service_tier", String.class);
    static final TypedKey<Boolean> STORE = TypedKey.of("openai.store", Boolean.class);

    private ProviderOptionKeys() {}
}
