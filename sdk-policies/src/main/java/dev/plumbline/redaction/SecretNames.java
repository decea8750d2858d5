package dev.plumbline.redaction;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds names that mean a secret, such as {@code db.password}, {@code PGPASSWORD} or {@code Zugangspasswort}. */
final class SecretNames {
    /** The maximum length of a name. */
    private static final int LONGEST = 192;

    /** The index of a character by which words are compared first, because many begin alike. */
    private static final int FIFTH = 4;

    /** The length from which on a word has endings. */
    private static final int LONG_WORD = 5;

    /** The length of what follows the word in a name that is looked at. */
    private static final int MOST_BEHIND = 40;

    /** Words for passwords that are found within a longer word, such as {@code PGPASSWORD}. */
    private static final WordList PASSWORDS_INSIDE = WordList.of(
            "password",
            "passwd",
            "passphrase",
            "passcode",
            "passord",
            "adgangskode",
            "pwd",
            "passwort",
            "kennwort",
            "wachtwoord",
            "lösenord",
            "losenord",
            "contraseña",
            "contrasena",
            "contraseñas",
            "пароль",
            "пароля",
            "паролем",
            "密码",
            "密碼",
            "パスワード",
            "비밀번호");

    private static final WordList PASSWORDS = WordList.of(
            "pass",
            "dbpass",
            "userpass",
            "ftppass",
            "smtppass",
            "mailpass",
            "rootpass",
            "sshpass",
            "srcstorepass",
            "deststorepass",
            "srckeypass",
            "destkeypass",
            "puk",
            "tan",
            "otp",
            "geheimzahl",
            "phrase secrète",
            "frase secreta",
            "frase de paso",
            "seed phrase",
            "codeword",
            "codewort",
            "暗証番号",
            "rootpw",
            "userpw",
            "dbpw",
            "adminpw",
            "bindpw",
            "ftppw",
            "zippw",
            "keyphrase",
            "keymaterial",
            "pincode",
            "pin code",
            "pin-code",
            "pinkod",
            "pinkoden",
            "pin kód",
            "pin kodu",
            "пин-код",
            "пин-кода",
            "parolamı",
            "parolanızı",
            "parolasını",
            "parolayı",
            "şifremi",
            "şifresini",
            "şifreyi",
            "pgpass",
            "vncpass",
            "adminpass",
            "authpass",
            "mqttpass",
            "wifipass",
            "redispass",
            "requirepass",
            "masterauth",
            "motdepasse",
            "mot_de_passe",
            "mot-de-passe",
            "passin",
            "passout",
            "storepass",
            "keypass",
            "bindpass",
            "psk",
            "aes_encrypt",
            "aes_decrypt",
            "pgp_sym_encrypt",
            "pgp_sym_decrypt",
            "des_encrypt",
            "des_decrypt",
            "pragma key",
            "pragma rekey",
            "pre-shared key",
            "preshared key",
            "presharedkey",
            "pw",
            "kenncode",
            "kodeord",
            "kodeordet",
            "pin",
            "mot de passe",
            "mdp",
            "clave",
            "senha",
            "palavra-passe",
            "palavra passe",
            "parola",
            "parolası",
            "parolanız",
            "parolam",
            "parola d'ordine",
            "parola chiave",
            "hasło",
            "haslo",
            "hasła",
            "hasłem",
            "hasłu",
            "heslo",
            "hesla",
            "heslem",
            "şifre",
            "sifre",
            "şifresi",
            "şifreniz",
            "şifrem",
            "sifreniz",
            "sifresi",
            "x-amz-signature",
            "x-goog-signature",
            "securestring",
            "identified by");

    private static final WordList KEYS = WordList.of(
            "secret",
            "token",
            "jeton",
            "токен",
            "токена",
            "creds",
            "zugangsdaten",
            "logindaten",
            "anmeldedaten",
            "identifiants",
            "credenciales",
            "credenziali",
            "credenciais",
            "api key",
            "api_key",
            "api-key",
            "apikey",
            "access key",
            "access_key",
            "access-key",
            "accesskey",
            "account key",
            "account_key",
            "accountkey",
            "remotesecret",
            "clientsecret",
            "sharedsecret",
            "authsecret",
            "appsecret",
            "apisecret",
            "secret key",
            "secret_key",
            "secret-key",
            "secretkey",
            "private key",
            "private_key",
            "private-key",
            "privatekey",
            "encryption key",
            "encryption_key",
            "encryption-key",
            "encryptionkey",
            "signing key",
            "signing_key",
            "signing-key",
            "signingkey",
            "auth key",
            "auth_key",
            "auth-key",
            "authkey",
            "shared key",
            "shared_key",
            "sharedkey",
            "sharedaccesskey",
            "master key",
            "master_key",
            "masterkey",
            "session key",
            "session_key",
            "credential",
            "authorization",
            "x-auth",
            "auth",
            "_auth",
            "csrftoken",
            "xsrftoken",
            "authtoken",
            "accesstoken",
            "refreshtoken",
            "apitoken",
            "sessiontoken",
            "appid",
            "api.key",
            "access.key",
            "secret.key");

    /** Parts of names of keys that are not secrets. */
    private static final WordList PUBLIC = WordList.of(
            "public",
            "pub",
            "cache",
            "primary",
            "foreign",
            "partition",
            "sort",
            "row",
            "project",
            "column",
            "group",
            "host",
            "etag",
            "hash",
            "object");

    /** The word that means a key if its value is random. */
    private static final String ALONE = "key";

    /** The word that means a password of a network's management. */
    private static final String COMMUNITY = "community";

    private static final WordList SESSIONS =
            WordList.of("session", "sessionkey", "__secure-", "sess", "sessid", "sessionid", "session id");

    private static final WordList SHORT_SESSIONS = WordList.of("sid", "cookie");

    /** Parts of names of settings about a secret, which are none. */
    private static final Set<String> ABOUT = Set.of("""
            affinity age alg algo algorithm arn at attempts attribute audience auth authentication autocomplete bits \
            budget cache changed changes characters chars check class column command complexity concurrency config \
            configuration cost count created creation days description digits dir disabled domain driver enable \
            enabled encoder email encoding encryption end ended endpoint engine env error errors expiration expire \
            expired expires expiry factory failed failure field file fixation form format generator grant handler hasher hashers \
            header help hidden hint history hours index input interval issuer iterations label last len length less \
            lifetime limit location login lookup manage management manager mapping mask masked max maximum message \
            method min minimum minutes mode name names on only page param parameter path pattern per persistence \
            placeholder policies policy pool prefix price prompt property protected provider ref refreshes regex \
            renewal replication request required reset retries reuse rotate rotation rounds rule rules samesite scheme \
            seconds secure server service set settings show size source special start started state status storage \
            store strategy strength text timeout title tooltip ttl type types updated uri url usage used user username \
            valid validation validator validity var variable version visibility visible""".split(" ", -1));

    private final LookaheadText text;
    private final SecretNouns nouns;
    /** The name that was read last, whatever it means. */
    private int runFrom;

    private int runTo;
    /** The name whose word was read last, because several parts may be of it. */
    private @Nullable Name begunName;

    private int begun = -1;
    private int begunEnd;

    SecretNames(LookaheadText text) {
        this.text = text;
        this.nouns = new SecretNouns(text);
    }

    /** Returns all words that mean a secret alone. */
    static List<String> words() {
        return Stream.of(PASSWORDS_INSIDE, PASSWORDS, KEYS, SESSIONS, SHORT_SESSIONS)
                .flatMap(list -> list.words().stream())
                .toList();
    }

    /** Returns the name that a part ends in at an index; null if it means no secret. */
    @Nullable
    Name at(int index, long parts) {
        int next = text.at(index + 1);
        Name name = null;
        for (long rest = parts; rest != 0 && name == null; rest &= rest - 1) {
            name = SecretSigns.mayFollow(rest, next) ? at(index, SecretSigns.words(rest), false) : null;
        }
        for (long rest = parts; rest != 0 && name == null; rest &= rest - 1) {
            name = SecretSigns.mayFollow(rest, next) ? at(index, SecretSigns.nouns(rest), true) : null;
        }
        return name;
    }

    private @Nullable Name at(int index, SecretSigns.Beginnings beginnings, boolean nouns) {
        for (int i = 0; i < beginnings.size(); i++) {
            int at = index - beginnings.distance(i);
            if (beginnings.has(i, Letters.lower(text.at(at)))) {
                Name name = nouns ? noun(at, index) : begins(at, index);
                if (name != null) {
                    return name;
                }
            }
        }
        return null;
    }

    /** Returns the name that ends in a noun, which means a secret only beside another word, or if its value does. */
    private @Nullable Name noun(int at, int least) {
        int wordEnd = longest(at, SecretNouns.NOUNS, Letters.lower(text.at(at)), Letters.lower(text.at(at + 1)));
        Name name = wordEnd < least ? null : named(Kind.CODE, at, wordEnd);
        boolean ends = name != null
                && (name.end() == wordEnd
                        || text.at(name.end() - 1) == '.'
                        || text.says(COMMUNITY, at)
                        || (text.says("_api", wordEnd) && name.end() == wordEnd + 4));
        if (name == null || !ends || isPublic(name)) {
            return null;
        }
        if (name.end() > wordEnd && text.says("_api", wordEnd)) {
            return new Name(Kind.KEY, name.start(), wordEnd, name.end());
        }
        return switch (nouns.meaning(name.start(), at, wordEnd, name.end())) {
            case SECRET -> text.says(COMMUNITY, at) ? named(Kind.PASSWORD, at, wordEnd) : name;
            case MAYBE ->
                new Name(text.says(COMMUNITY, at) ? Kind.PASSWORD : Kind.MAYBE, name.start(), wordEnd, name.end());
            case NOTHING -> {
                boolean word = beginsWord(at) && name.start() == at;
                int before = text.at(at - 1);
                boolean code = word
                        && isCode(at)
                        && (text.at(name.end()) == ' ' ? nouns.hasArticle(at) : isCodeOfAddress(before, name.end()));
                boolean key = beginsWord(at) && text.says(ALONE, at) && wordEnd <= at + ALONE.length() + 1;
                yield code || key ? new Name(code ? Kind.MAYBE : Kind.RANDOM, name.start(), wordEnd, name.end()) : null;
            }
        };
    }

    /** Returns whether a noun is of a code, which has digits, and not of a key. */
    private boolean isCode(int at) {
        return text.says("cod", at) || text.says("cód", at) || text.says("kod", at) || text.says("код", at);
    }

    /** Returns whether a code is a part of an address, as one that a login returns. */
    private boolean isCodeOfAddress(int before, int end) {
        return (before == '?' || before == '&') && text.at(end) == '=';
    }

    /** Returns whether a name is of a setting about a secret. */
    static boolean isAbout(String name) {
        return ABOUT.contains(name.toLowerCase(Locale.ROOT));
    }

    /** Returns whether it is the name of a key that is not a secret. */
    private boolean isPublic(Name name) {
        for (int at = name.start(); at < name.wordEnd(); at++) {
            for (String word : PUBLIC.beginningWith(Letters.lower(text.at(at)), Letters.lower(text.at(at + 1)))) {
                if (at + word.length() <= name.wordEnd() && text.says(word, at)) {
                    return true;
                }
            }
        }
        return false;
    }

    private @Nullable Name begins(int at, int least) {
        if (at != begun || begunEnd < least) {
            begunName = word(at, least);
            begun = at;
            begunEnd = begunName == null ? Detector.NONE : begunName.wordEnd();
        }
        return begunName;
    }

    private @Nullable Name word(int at, int least) {
        int first = Letters.lower(text.at(at));
        int second = Letters.lower(text.at(at + 1));
        int end = longest(at, PASSWORDS_INSIDE, first, second);
        Kind kind = Kind.PASSWORD;
        boolean whole = end < least && beginsWord(at);
        if (whole) {
            end = longest(at, PASSWORDS, first, second);
        }
        if (whole && end < least) {
            end = longest(at, KEYS, first, second);
            kind = Kind.KEY;
        }
        if (end < least) {
            end = Math.max(
                    longest(at, SESSIONS, first, second), whole ? longest(at, SHORT_SESSIONS, first, second) : -1);
            kind = Kind.SESSION;
        }
        if (end < least) {
            return null;
        }
        boolean secret = kind == Kind.KEY
                && (text.says("secret", at) || isOfLogins(text, at, end) || text.says("secret", end - 6));
        return named(secret ? Kind.SECRET : kind, at, end);
    }

    /** Returns whether a word means the names of users with their passwords. */
    static boolean isOfLogins(LookaheadText text, int from, int end) {
        return text.says("cred", from) || text.says("identifiant", from) || text.says("daten", end - 5);
    }

    private int longest(int at, WordList words, int first, int second) {
        int end = Detector.NONE;
        int fifth = Letters.lower(text.at(at + FIFTH));
        for (String word : words.beginningWith(first, second)) {
            boolean alike = word.length() <= FIFTH || word.charAt(FIFTH) == fifth;
            if (alike && at + word.length() > end && text.says(word, at)) {
                end = at + word.length();
            }
        }
        return end;
    }

    private boolean beginsWord(int at) {
        int before = text.at(at - 1);
        return !Letters.is(before)
                || text.escaped(at - 1)
                || LookaheadText.unspaced(before)
                || (Letters.isCapital(text.at(at)) && Letters.isSmall(before));
    }

    private @Nullable Name named(Kind kind, int from, int wordEnd) {
        boolean known = from >= runFrom && wordEnd <= runTo;
        int start = known ? runFrom : from;
        while (!known && isInName(text, start - 1)) {
            start--;
        }
        int end = known ? runTo : wordEnd;
        while (!known && isInName(text, end)) {
            end++;
        }
        runFrom = start;
        runTo = end;
        return end - start <= LONGEST && !isLabel(start, from) && goesOn(text, kind, from, wordEnd, end)
                ? new Name(kind, start, wordEnd, end)
                : null;
    }

    /** Returns whether the first part of a name says that its value is a text of a program, or that it has none. */
    private boolean isLabel(int start, int from) {
        int first = start;
        while (text.at(first) == '-') {
            first++;
        }
        int end = first;
        while (end < from && AsciiChars.letter(text.at(end))) {
            end++;
        }
        return end < from
                && end - first <= 11
                && (text.at(end) == '.' || text.at(end) == '_' || text.at(end) == '-')
                && (text.at(end) == '-' ? DENIALS : LABELS)
                        .contains(text.slice(first, end).toLowerCase(Locale.ROOT));
    }

    private static boolean isInName(LookaheadText text, int at) {
        int c = text.at(at);
        if (Letters.isOrDigit(c)) {
            return !text.escaped(at) && !LookaheadText.unspaced(c);
        }
        if (c == '\\') {
            return (text.at(at + 1) == ':' || text.at(at + 1) == '=')
                    && AsciiChars.word(text.at(at + 2))
                    && AsciiChars.word(text.at(at - 1));
        }
        if ((c == ':' || c == '=') && text.at(at - 1) == '\\') {
            return isInName(text, at - 1);
        }
        boolean joins = c == '_' || c == '-' || c == '.';
        return joins && (c == '_' || (joined(text.at(at + 1)) && joined(text.at(at - 1))));
    }

    private static boolean joined(int c) {
        return AsciiChars.word(c) || c == '-';
    }

    /** Returns whether what follows the word in its name leaves it a name of a secret: no setting about one. */
    private static boolean goesOn(LookaheadText text, Kind kind, int start, int wordEnd, int nameEnd) {
        int end = Math.min(nameEnd, wordEnd + MOST_BEHIND);
        int at = wordEnd;
        int next = text.at(at);
        if (Letters.isSmall(next) && wordEnd - start < LONG_WORD) {
            return next == 's' && end == wordEnd + 1;
        }
        if (Letters.isSmall(next) && Letters.isSmall(text.at(at - 1))) {
            String rest = text.slice(wordEnd, end).toLowerCase(Locale.ROOT);
            return ENDINGS.contains(rest) || (kind == Kind.SESSION && rest.startsWith("id") && rest.length() <= 4);
        }
        if (Letters.is(next) && Letters.isCapital(next) && Letters.isCapital(text.at(at - 1))) {
            String rest = text.slice(wordEnd, end).toLowerCase(Locale.ROOT);
            return rest.startsWith("id") || rest.startsWith("_") || ENDINGS.contains(rest);
        }
        int part = at;
        for (; at <= end; at++) {
            boolean over = at == end || !Letters.isOrDigit(text.at(at));
            boolean hump = !over && at > part && Letters.isCapital(text.at(at)) && Letters.isSmall(text.at(at - 1));
            if (over || hump) {
                String about = at > part ? text.slice(part, at).toLowerCase(Locale.ROOT) : "";
                if (!about.isEmpty() && (ABOUT.contains(about) || (kind == Kind.KEY && about.equals("id")))) {
                    return false;
                }
                part = over ? at + 1 : at;
            }
        }
        return true;
    }

    private static final Set<String> LABELS = Set.of(
            "label",
            "labels",
            "error",
            "errors",
            "msg",
            "message",
            "messages",
            "title",
            "hint",
            "help",
            "prompt",
            "tooltip",
            "placeholder",
            "fehler",
            "erreur",
            "errore",
            "hinweis",
            "i18n",
            "text");

    /** First parts of names of options by which there is no secret. */
    private static final Set<String> DENIALS = Set.of("disabled", "disable", "no", "without", "ask");

    private static final Set<String> ENDINGS =
            Set.of("s", "e", "es", "et", "en", "er", "em", "n", "i", "in", "iniz", "im", "hash");

    /** What a name means. */
    enum Kind {
        PASSWORD,
        SECRET,
        KEY,
        /** A key if its value is random. */
        RANDOM,
        /** A code or a key of any form. */
        CODE,
        /** A code or a key if its value is one without doubt. */
        MAYBE,
        SESSION
    }

    /**
     * A name.
     *
     * @param kind what it means
     * @param start the index of its first character
     * @param wordEnd the index after the word for a secret in it
     * @param end the index after it
     */
    record Name(Kind kind, int start, int wordEnd, int end) {}
}
