package dev.plumbline.providers;

import java.time.Instant;

/**
 * What a user has to do to log in with another device or a browser (RFC 8628): open an address and enter a code.
 *
 * @param userCode the code to enter; it is worth nothing without the user's own login
 * @param verificationUri the address to open
 * @param expiresAt the wall-clock time until which the code can be entered
 */
public record DeviceCode(String userCode, String verificationUri, Instant expiresAt) {

    /** Returns a sentence for the user, in English. */
    public String userMessage() {
        return "To log in, open " + verificationUri + " in a browser and enter the code " + userCode + ".";
    }
}
