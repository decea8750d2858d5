package dev.plumbline.redaction;

/** Detects the values of names that mean a secret, as {@link SecretReader} reads them. */
final class SecretDetector implements Detector {
    @Override
    public String kind() {
        return RedactionOptions.Kind.KEY.name();
    }

    /** Returns false: it is asked where a secret begins, and needs no other sign. */
    @Override
    public boolean mayStand(TextFeatures text) {
        return false;
    }

    @Override
    public boolean isAnywhere() {
        return true;
    }

    @Override
    public int end(LookaheadText text, int from) {
        return text.at(from) <= ' ' ? NONE : text.secretEnd(from);
    }
}
