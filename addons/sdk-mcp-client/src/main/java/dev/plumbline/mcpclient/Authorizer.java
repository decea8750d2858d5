package dev.plumbline.mcpclient;

import dev.plumbline.call.Cancellation;
import java.util.Optional;

/** Gets the tokens of one server. Thread-safe. */
interface Authorizer {
    /** Returns the token for requests, if there is one. */
    Optional<String> token();

    /**
     * Gets a token after the server has refused a request.
     *
     * @throws McpFailure UNAUTHORIZED if there is none
     */
    void authorize(Challenge refused, Cancellation ends);
}
