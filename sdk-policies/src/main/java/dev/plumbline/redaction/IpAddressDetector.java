package dev.plumbline.redaction;

/**
 * Detects IP addresses. Four numbers from 1 to 99, or of one digit, which may be a section or a position, are an address only beside a
 * word that announces one, in an address of the web, or with a port or a network mask.
 */
final class IpAddressDetector implements Detector {
    private static final int LONGEST = 45;
    private static final int LONGEST_PORT = 5;
    private static final int LONGEST_GROUP = 4;
    /** The colons of an address with a gap at its end, and the one of a sentence behind it. */
    private static final int MOST_COLONS = 9;

    static final WordList NAMED = WordList.of(
            "ip",
            "host",
            "hostname",
            "server",
            "address",
            "dns",
            "gateway",
            "ping",
            "ipv4",
            "proxy",
            "router",
            "subnet",
            "vpn",
            "ssh",
            "network",
            "adresse",
            "serveradresse",
            "serveur",
            "servidor",
            "dirección",
            "indirizzo",
            "endereço",
            "adres",
            "serwer",
            "netwerk",
            "adress",
            "palvelin",
            "сервер",
            "адрес",
            "хост",
            "服务器",
            "地址",
            "主机",
            "サーバー",
            "アドレス",
            "ホスト",
            "서버",
            "주소",
            "호스트");
    static final WordList NUMBERED = WordList.of(
            "version",
            "section",
            "chapter",
            "clause",
            "release",
            "build",
            "ver",
            "v",
            "kapitel",
            "abschnitt",
            "ziffer",
            "chapitre",
            "versión",
            "versione",
            "versão",
            "versie",
            "wersja",
            "версия",
            "版本",
            "バージョン",
            "버전");

    @Override
    public String kind() {
        return RedactionOptions.Kind.IP.name();
    }

    @Override
    public boolean mayStand(TextFeatures text) {
        return (text.digits() >= 4 && text.dots() >= 3) || text.colons() >= 2;
    }

    @Override
    public boolean mayBegin(int c) {
        return c == ':' || AsciiChars.hex(c);
    }

    @Override
    public Start start() {
        return Start.NEW_CODE;
    }

    @Override
    public int end(LookaheadText text, int from) {
        int first = text.at(from);
        if (!AsciiChars.hex(first) && !(first == ':' && text.at(from + 1) == ':')) {
            return NONE;
        }
        boolean colon = text.at(from - 1) == ':';
        boolean time = colon && AsciiChars.digit(text.at(from - 2));
        int end = Math.max(time ? NONE : four(text, from), colon && !label(text, from - 1) ? NONE : six(text, from));
        return end == NONE ? NONE : masked(text, end);
    }

    /** Returns whether a word that is not a group of an address is before a colon. */
    private static boolean label(LookaheadText text, int colon) {
        int at = colon - 1;
        boolean hex = true;
        while (colon - at <= 5 && AsciiChars.anyAlnum(text.at(at))) {
            hex &= AsciiChars.hex(text.at(at--));
        }
        return at < colon - 1 && (!hex || colon - at > 5);
    }

    private static int four(LookaheadText text, int from) {
        int at = from;
        boolean sectional = true;
        boolean small = true;
        for (int octet = 0; octet < 4; octet++) {
            int start = octet == 0 || text.at(at) != '.' ? at : at + 1;
            int end = octet(text, start);
            if (end < 0 || (octet > 0 && start == at)) {
                return NONE;
            }
            sectional &= end - start < 3 && text.at(start) != '0';
            small &= end - start == 1;
            at = end;
        }
        boolean closed = text.endsToken(at) && !(text.at(at) == '.' && AsciiChars.digit(text.at(at + 1)));
        boolean known = closed && (text.before(from, NAMED) || !((sectional || small) && bare(text, from, at)));
        return known && !(isNumbered(text, from) && !text.before(from, NAMED)) ? at : NONE;
    }

    /** Returns whether a word for a version or a section is before it; not if it is a parameter of a query. */
    private static boolean isNumbered(LookaheadText text, int from) {
        boolean parameter = text.at(from - 1) == '=' && (text.at(from - 3) == '?' || text.at(from - 3) == '&');
        return !parameter && text.before(from, NUMBERED);
    }

    /** Returns whether it is not in an address of the web or of mail, and has neither port nor mask. */
    private static boolean bare(LookaheadText text, int from, int end) {
        boolean host = text.at(from - 1) == '@' || (text.at(from - 1) == '/' && text.at(from - 2) == '/');
        int at = end + 1;
        while (text.at(end) == ':' && at - end <= LONGEST_PORT && AsciiChars.digit(text.at(at))) {
            at++;
        }
        boolean port = at > end + 2 && !AsciiChars.word(text.at(at));
        return !host && !port && masked(text, end) == end;
    }

    private static int octet(LookaheadText text, int from) {
        int value = 0;
        int at = from;
        while (at - from < 3 && AsciiChars.digit(text.at(at))) {
            value = value * 10 + text.at(at++) - '0';
        }
        boolean padded = at - from > 1 && text.at(from) == '0';
        return at > from && value <= 255 && !padded ? at : NONE;
    }

    private static int six(LookaheadText text, int from) {
        int at = from;
        while (at - from <= LONGEST_GROUP && AsciiChars.hex(text.at(at))) {
            at++;
        }
        if (text.at(at) != ':' || at - from > LONGEST_GROUP) {
            return NONE;
        }
        int colons = 0;
        while (at - from <= LONGEST && colons <= MOST_COLONS && inSix(text, at)) {
            colons += text.at(at) == ':' ? 1 : 0;
            at++;
        }
        int end = at;
        while (end > from && (text.at(end - 1) == '.' || (text.at(end - 1) == ':' && text.at(end - 2) != ':'))) {
            end--;
        }
        boolean closed = colons > 1 && colons <= MOST_COLONS && at - from <= LONGEST && text.endsToken(at);
        return closed && isSix(text, from, end) ? end : NONE;
    }

    private static boolean inSix(LookaheadText text, int at) {
        int c = text.at(at);
        return AsciiChars.hex(c) || c == ':' || (c == '.' && AsciiChars.digit(text.at(at + 1)));
    }

    /** Returns whether it is eight groups of up to four digits, the last two as four numbers, or less with a gap. */
    private static boolean isSix(LookaheadText text, int from, int end) {
        int gaps = 0;
        int groups = 1;
        int start = from;
        int point = NONE;
        boolean digit = false;
        for (int at = from; at < end; at++) {
            int c = text.at(at);
            digit |= AsciiChars.digit(c);
            point = c == '.' && point == NONE ? at : point;
            if (c == ':') {
                gaps += at > from && text.at(at - 1) == ':' ? 1 : 0;
                groups++;
                if (at - start > LONGEST_GROUP || point != NONE) {
                    return false;
                }
                start = at + 1;
            }
        }
        boolean mapped = point > start;
        int count = groups + (mapped ? 1 : 0);
        return gaps < 2
                && digit
                && (gaps == 1 ? count <= 9 : count == 8)
                && (mapped || (end - start <= LONGEST_GROUP && point == NONE));
    }

    /** Returns the end including the network mask, which belongs to the address. */
    private static int masked(LookaheadText text, int end) {
        int at = end + 1;
        while (text.at(end) == '/' && at - end <= 3 && AsciiChars.digit(text.at(at))) {
            at++;
        }
        return at > end + 1 && !AsciiChars.word(text.at(at)) ? at : end;
    }
}
