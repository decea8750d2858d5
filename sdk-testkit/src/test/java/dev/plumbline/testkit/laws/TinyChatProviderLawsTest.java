package dev.plumbline.testkit.laws;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.server.ScriptedServer;

/** The laws of providers hold for the least that keeps them. */
class TinyChatProviderLawsTest implements ProviderLaws {
    @Override
    public AiProvider provider(ScriptedServer server) {
        return new TinyChatProvider(server.address());
    }

    /** It sends messages and nothing else of a call: it is there for what is read. */
    @Override
    public void conversation_is_sent() {}

    /** For the same reason. */
    @Override
    public void requests_are_whole() {}
}
