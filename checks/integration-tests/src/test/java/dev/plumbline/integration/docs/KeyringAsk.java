package dev.plumbline.integration.docs;

import dev.plumbline.event.AiException;
import dev.plumbline.keyring.SystemKeyring;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;

/** Asks with the key that the keyring of the system keeps. */
public final class KeyringAsk {
    public static void main(String[] args) {
        try (SystemKeyring keyring = SystemKeyring.open("Wall planner");
                AiRuntime ai = AiRuntime.of(OpenAiResponses.builder()
                        .apiKey(keyring.secret("openai"))
                        .build())) {
            System.out.println(ai.send("What is a plumb line?").text());
        } catch (AiException e) { // there is no keyring, or no key in it
            System.out.println(e.error().userMessage());
        }
    }
}
