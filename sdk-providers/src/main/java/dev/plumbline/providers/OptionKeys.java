package dev.plumbline.providers;

import dev.plumbline.call.Key;

/** The keys of options that one provider alone knows; public where that provider is. */
final class OptionKeys {
    static final Key<String> SERVICE_TIER = Key.of("openai.service_tier", String.class);
    static final Key<Boolean> STORE = Key.of("openai.store", Boolean.class);

    private OptionKeys() {}
}
