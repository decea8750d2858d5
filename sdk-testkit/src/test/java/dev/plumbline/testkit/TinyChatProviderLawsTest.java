package dev.plumbline.testkit;

import dev.plumbline.provider.AiProvider;

/** The laws of providers hold for the least that keeps them. */
class TinyChatProviderLawsTest implements ProviderLaws {
    @Override
    public AiProvider provider(ScriptedServer server) {
        return new TinyChatProvider(server.address());
    }
}
