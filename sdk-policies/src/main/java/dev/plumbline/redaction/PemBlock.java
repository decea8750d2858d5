package dev.plumbline.redaction;

/** A private key in PEM form; one without an end extends to the length limit, so that nothing of it is shown. */
final class PemBlock {
    private static final int LONGEST = 16_384;
    private static final String BEGIN = "-----begin ";
    private static final String END = "-----end ";
    private static final String WHAT = "private key";

    private final LookaheadText text;
    private final int from;

    PemBlock(LookaheadText text, int from) {
        this.text = text;
        this.from = from;
    }

    int end() {
        if (text.at(from - 1) == '-' || !text.says(BEGIN, from)) {
            return Detector.NONE;
        }
        int line = from + BEGIN.length();
        int at = line;
        while (at - line < 40 && text.at(at) != '-' && text.at(at) >= 0) {
            at++;
        }
        return privately(line, at) ? closing(at) : Detector.NONE;
    }

    private boolean privately(int line, int end) {
        for (int i = line; i + WHAT.length() <= end; i++) {
            if (text.says(WHAT, i)) {
                return true;
            }
        }
        return false;
    }

    private int closing(int at) {
        int here = at;
        while (here - from < LONGEST && text.at(here) >= 0) {
            if (text.at(here) == '-' && text.says(END, here)) {
                return lastDash(here + END.length());
            }
            here++;
        }
        return here;
    }

    private int lastDash(int at) {
        int here = at;
        while (here - at < 40 && text.at(here) >= 0 && text.at(here) != '-') {
            here++;
        }
        while (here - at < 45 && text.at(here) == '-') {
            here++;
        }
        return here;
    }
}
