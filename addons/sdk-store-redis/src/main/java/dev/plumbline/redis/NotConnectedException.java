package dev.plumbline.redis;

import java.io.IOException;

/** A connection could not be used, so nothing was sent. */
final class NotConnectedException extends IOException {
    private static final long serialVersionUID = 1L;

    NotConnectedException(Exception cause) {
        super("nothing was sent: " + cause.getMessage(), cause);
    }
}
