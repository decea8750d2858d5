package dev.plumbline.http.internal;

/** A request that is refused, with the status and a sentence for the client. It holds no content. */
public final class RequestRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    /** Creates a refusal. */
    public RequestRefusal(int status, String why) {
        super(why, null, false, false);
        this.status = status;
    }

    /** Returns the status of HTTP. */
    public int status() {
        return status;
    }

    /** Returns the sentence. */
    public String why() {
        return String.valueOf(getMessage());
    }
}
