package dev.plumbline.keyring;

import dev.plumbline.event.AiException;
import dev.plumbline.provider.Secret;

/**
 * A program that uses the keyring of its session: each argument is a command, and what it gives is printed. It ends when
 * no thread of the library is left that would keep a program alive.
 */
final class KeyringProgram {
    private KeyringProgram() {}

    public static void main(String[] commands) {
        // As in a host that loads a plug-in from a jar: its own class loader does not find the libraries of the
        // plug-in.
        Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
        try (SystemKeyring keyring = SystemKeyring.open("plumbline-test")) {
            Secret secret = keyring.secret("openai");
            for (String command : commands) {
                System.out.println(command + ": " + run(keyring, secret, command));
            }
        } catch (AiException e) {
            System.out.println(e.error().category() + " " + e.error().code());
        }
    }

    private static String run(SystemKeyring keyring, Secret secret, String command) {
        return switch (command) {
            case "read" -> keyring.read("openai").map(String::new).orElse("nothing");
            case "delete" -> String.valueOf(keyring.delete("openai"));
            case "use" -> {
                try {
                    yield new String(secret.reveal());
                } catch (AiException e) {
                    yield e.error().category() + " " + e.error().code();
                }
            }
            default -> {
                keyring.store("openai", command.toCharArray());
                yield "stored";
            }
        };
    }
}
