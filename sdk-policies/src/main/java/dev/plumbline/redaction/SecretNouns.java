package dev.plumbline.redaction;

import java.util.List;

/**
 * Nouns that name a secret only beside another word, such as {@code code} and {@code key}: the code of an alarm is one, the
 * code of an error is not. Used by one thread, for one text.
 */
final class SecretNouns {
    /** How far before a noun what qualifies it is looked for in its sentence. */
    private static final int NEAR = 44;

    /** How far before a noun with a sign what qualifies it is looked for, as in the heading of its section. */
    private static final int FAR = 120;

    /** The length from which on what qualifies a noun is found within a longer word. */
    private static final int INSIDE = 5;

    static final WordList NOUNS = words("""
            code, codes, codice, codici, código, codigo, kod, kód, kódu, kódem, koden, kodu, код, кода, コード, 验证码, 驗證碼, 激活码, 授权码, 门禁码, \
            访问码, key, keys, clé, clés, chiave, chave, sleutel, schlüssel, schluessel, klucz, klucza, nyckel, nyckeln, \
            ключ, ключа, 密钥, 密鑰, キー, seed, community""");

    private static final WordList QUALIFIERS = words("""
            api, wifi, wi-fi, wlan, wpa, vpn, otp, 2fa, mfa, sms, pin, snmp, door, gate, lock, safe, tür, tuer, tor, \
            dörr, deur, porte, puerta, porta, drzwi, двер, acces, accès, acesso, acceso, zugang, zutritt, toegang, \
            dostęp, åtkomst, доступ, entry, entrance, alarm, allarm, сигнализ, panel, keypad, login, bram, furtk, \
            domofon, домофон, ворот, portail, cancello, portão, anmelde, logowani, inlogg, connexion, sign-in, входа, \
            verif, vérif, 认证, bestätig, confirm, conferm, bevestig, potwierdz, weryfik, bekräft, подтвержд, activat, \
            activac, activer, aktivier, attivaz, ativaç, aktywac, aktiver, активац, backup, recover, wiederherst, \
            récupér, recuper, herstel, odzysk, återställ, восстанов, rescue, unlock, entsperr, freischalt, déverrou, \
            desbloq, sblocc, odblok, ontgrendel, разблок, securi, sicherheits, sécuri, seguri, segura, sicurez, \
            bezpiecz, beveilig, säkerhet, безопас, encrypt, verschlüssel, chiffre, cifrad, cifrat, szyfr, krypter, \
            шифров, versleutel, secret, geheim, licen, lizenz, licenz, лиценз, shared, servicecode, gerätecode, device \
            code, einmal, one-time, one time, auth, pairing, kopplung, mastercode, signing, product key, produktschl, \
            serial key, attach database, network, netzwerk, réseau, telnet, 门禁, 验证, 驗證, 激活, 授权, 暗証, 認証, 解除, アクティ, \
            ライセンス, 加密, ssid, garage, haustür, tresor, coffre, caja fuerte, cassaforte, cofre, kluis, sejf, сейф, \
            schlüsselcode, přístup, wallet""");

    private static final int ASCII = 128;

    private static final SecondLetters SECONDS = new SecondLetters(QUALIFIERS);

    private static WordList words(String words) {
        return WordList.of(List.of(words.split(", ", -1)));
    }

    private final LookaheadText text;
    private int searched;
    private int last = -1;
    private int boundary = -1;

    /** A part without a word that qualifies, which is not read again. */
    private final SecretLines.Memo clear = new SecretLines.Memo();

    SecretNouns(LookaheadText text) {
        this.text = text;
    }

    /** What a noun names. */
    enum Meaning {
        /** A secret. */
        SECRET,
        /** A secret if a sign and a value that is one without doubt follow. */
        MAYBE,
        NOTHING
    }

    /** Returns what a noun names, which is a part of a name. */
    Meaning meaning(int start, int noun, int nounEnd, int end) {
        searched = Math.max(searched, start - FAR);
        for (; searched < nounEnd; searched++) {
            if (isQualifier(searched)) {
                last = searched;
            }
            int c = text.at(searched);
            boolean stops =
                    c == '\n' || ((c == '.' || c == '!' || c == '?' || c == ';') && text.at(searched + 1) <= ' ');
            boundary = stops ? searched : boundary;
        }
        if (last >= 0 && last > boundary && last >= start - NEAR) {
            return Meaning.SECRET;
        }
        if (noun > start
                && Letters.is(text.at(noun - 1))
                && !Letters.isCapital(text.at(noun))
                && !LookaheadText.unspaced(text.at(noun))) {
            return Meaning.NOTHING; // a part of another word
        }
        if (isQualifiedBehind(end)) {
            return Meaning.SECRET;
        }
        int next = text.at(end) == ' ' ? text.at(end + 1) : text.at(end);
        return last >= 0 && last >= start - FAR && !Letters.isOrDigit(next) ? Meaning.MAYBE : Meaning.NOTHING;
    }

    private boolean isQualifiedBehind(int end) {
        int at = clear.has(end) ? clear.to() : end;
        while (at - end < NEAR && !divides(text.at(at)) && !isQualifier(at)) {
            at++;
        }
        clear.set(clear.has(end) ? clear.from() : end, at);
        return at - end < NEAR && !divides(text.at(at));
    }

    private static boolean divides(int c) {
        return c < ' ' || AsciiChars.digit(c) || ":=,;.\"(<>".indexOf(c) >= 0;
    }

    /** Returns whether an article is directly before a noun. */
    boolean hasArticle(int start) {
        int end = start - 1;
        int from = end;
        while (start - from < 8 && Letters.is(text.at(from - 1))) {
            from--;
        }
        return text.at(end) == ' ' && (SentenceWords.roles(text, from, end) & SentenceWords.BEFORE_CODE) != 0;
    }

    private boolean isQualifier(int at) {
        int c = text.at(at);
        if (c <= ' ' || !SECONDS.begins(c)) {
            return false;
        }
        int second = Letters.lower(text.at(at + 1));
        if (!SECONDS.begins(c, second)) {
            return false;
        }
        for (String word : QUALIFIERS.beginningWith(Letters.lower(c), second)) {
            if (text.says(word, at)
                    && (word.length() >= INSIDE
                            || LookaheadText.unspaced(c)
                            || !Letters.is(text.at(at - 1))
                            || LookaheadText.unspaced(text.at(at - 1))
                            || (Letters.isCapital(c) && Letters.isSmall(text.at(at - 1))))) {
                return true;
            }
        }
        return false;
    }

    /** The first two characters of words, which a text is compared with before a word is. Immutable. */
    private static final class SecondLetters {
        /** For each ASCII character with which a word begins, a bit for each second one, modulo 64. */
        private final long[] seconds = new long[ASCII];

        SecondLetters(WordList list) {
            for (String word : list.words()) {
                char c = word.charAt(0);
                if (c < ASCII) {
                    seconds[c] |= 1L << word.charAt(1);
                    seconds[Character.toUpperCase(c)] |= 1L << word.charAt(1);
                }
            }
        }

        /** Returns whether a word may begin with that character. */
        boolean begins(int first) {
            return first >= ASCII || seconds[first] != 0;
        }

        /** Returns whether a word may begin with these characters. */
        boolean begins(int first, int second) {
            return first >= ASCII || (seconds[first] >>> second & 1) != 0;
        }
    }
}
