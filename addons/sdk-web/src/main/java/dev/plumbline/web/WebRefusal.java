package dev.plumbline.web;

/** A request that is refused, with the status and a sentence for the client. It holds no content. */
final class WebRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    WebRefusal(int status, String why) {
        super(why, null, false, false);
        this.status = status;
    }

    int status() {
        return status;
    }

    String why() {
        return String.valueOf(getMessage());
    }
}
