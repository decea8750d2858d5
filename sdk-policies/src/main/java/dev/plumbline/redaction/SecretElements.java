package dev.plumbline.redaction;

/** Reads the secrets of elements and attributes of XML and HTML. Used by one thread, for one text. */
final class SecretElements {
    private final LookaheadText text;
    private final SecretLines lines;
    private final SecretReader reader;
    private final SecretLines.Memo content = new SecretLines.Memo();
    private final SecretLines.Memo tag = new SecretLines.Memo();

    SecretElements(LookaheadText text, SecretLines lines, SecretReader reader) {
        this.text = text;
        this.lines = lines;
        this.reader = reader;
    }

    boolean inTag(int index) {
        int at = index - 1;
        while (index - at < 20 && (AsciiChars.word(text.at(at)) || text.at(at) == ':' || text.at(at) == '-')) {
            at--;
        }
        return text.at(at) == '<';
    }

    /** Reads the content of an element whose name it is. */
    void element(SecretNames.Name name) {
        int end = tagEnd(name.end());
        if (end < 0) {
            return;
        }
        if (text.at(end - 1) == '/') {
            attributeValue(name, name.start() + 1, end);
            return;
        }
        attributeValue(name, name.start() + 1, end);
        content(end + 1, name.kind(), 0);
    }

    private int tagEnd(int from) {
        int at = tag.has(from) ? tag.to() : from;
        while (at - from < SecretLines.FAR && !endsTag(text.at(at))) {
            at++;
        }
        tag.set(tag.has(from) ? tag.from() : from, at);
        return at - from < SecretLines.FAR && text.at(at) == '>' ? at : -1;
    }

    private static boolean endsTag(int c) {
        return c == '<' || c == '>' || c == LookaheadText.NOTHING;
    }

    private void content(int from, SecretNames.Kind kind, int depth) {
        int at = lines.space(from);
        if (text.says("<![cdata[", at)) {
            int end = at + 9;
            while (end - at < Detector.LONGEST && text.at(end) != LookaheadText.NOTHING && !text.says("]]>", end)) {
                end++;
            }
            reader.accept(at + 9, end, kind, true);
            return;
        }
        if (text.at(at) == '<' && text.at(at + 1) != '/' && text.at(at + 1) != '!') {
            int inner = tagEnd(at + 1);
            if (inner > 0 && !isBeside(at + 1) && text.at(inner - 1) != '/' && depth < 2) {
                content(inner + 1, kind, depth + 1);
            }
            return;
        }
        int end = content.has(at) ? content.to() : at;
        while (end - at < Detector.LONGEST && text.at(end) != LookaheadText.NOTHING && text.at(end) != '<') {
            end++;
        }
        content.set(at, end);
        if ((text.at(end) == '<' && (text.at(end + 1) == '/' || text.at(end + 1) == '!')) || reader.isLong(at)) {
            reader.accept(at, end, kind, true);
        }
    }

    /** Returns whether an element beside a secret begins there, which is none. */
    private boolean isBeside(int at) {
        return text.says("desc", at) || text.says("user", at) || text.says("id>", at) || text.says("name", at);
    }

    /** Reads the attribute {@code value} between two places of a tag. */
    private boolean attributeValue(SecretNames.Name name, int from, int to) {
        for (int at = from; at < to; at++) {
            if (text.at(at - 1) <= ' '
                    && ((name.kind() == SecretNames.Kind.SESSION && text.says("id=", at))
                            || text.says("value", at)
                            || text.says("content", at)
                            || text.says("default", at))) {
                int sign = at;
                while (AsciiChars.letter(text.at(sign))) {
                    sign++;
                }
                sign = lines.blanks(sign);
                SecretLines.Quote quote = text.at(sign) == '=' ? lines.quote(lines.blanks(sign + 1)) : null;
                if (quote != null) {
                    reader.quoted(quote, name.kind());
                    return true;
                }
            }
        }
        return false;
    }

    /** Reads the value of a name that is the value of an attribute, such as {@code key="password" value="x"}. */
    boolean attribute(SecretNames.Name name, int at) {
        int before = name.start() - 2;
        while (text.at(before) == '\\') {
            before--;
        }
        if (text.at(before) != '=') {
            return false;
        }
        int end = tagEnd(at);
        if (end < 0) {
            return false;
        }
        if (attributeValue(name, at, end)) {
            return true;
        }
        if (text.at(end - 1) != '/') {
            content(end + 1, name.kind(), 0);
            return true;
        }
        return false;
    }

    void tagged(SecretNames.Name name, int at) {
        if (text.at(at) == '<' && text.at(at + 1) == '/' && isContent(name)) {
            int end = tagEnd(at + 1);
            int next = end < 0 ? -1 : lines.space(end + 1);
            if (next > 0 && text.at(next) == '<' && text.at(next + 1) != '/') {
                content(next, name.kind(), 0);
            }
        } else if (text.at(at) == '>') {
            content(at + 1, name.kind(), 0);
        }
    }

    /** Returns whether a name is the content of its element, with two words before it at most that make no sentence. */
    private boolean isContent(SecretNames.Name name) {
        int at = name.start() - 1;
        while (name.start() - at < 32 && (text.at(at) == ' ' || Character.isLetter(text.at(at)))) {
            at--;
        }
        return (text.at(at) == '>' || SecretLines.OPENERS.contains(text.at(at)) || text.at(at) == '-')
                && !SecretSentences.isSentence(text.slice(at + 1, name.start()));
    }
}
