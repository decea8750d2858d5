package dev.plumbline.redaction;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads a name that means a secret, then its value, whatever is between them: a sign, quotes and their escapes, a tag,
 * another member, a blank behind a flag, the next line, the same column of a table. Used by one thread, for one text.
 */
final class SecretReader {
    /** The maximum length of what is between a name and its value, and of a value. */
    private static final int FAR = 200;

    private static final int LONGEST = 1_024;

    /** The number of characters of a value that are looked at to tell whether it is a secret. */
    private static final int JUDGED = 128;

    /** The maximum number of words between a name and the verb before its value. */
    private static final int MOST_WORDS = 8;

    private static final List<String> VERBS = List.of(
            "is",
            "heißt",
            "heisst",
            "heet",
            "heter",
            "na",
            "naar",
            "till",
            "becomes",
            "para",
            "на",
            "naar",
            "in",
            "luidt",
            "reads",
            "equals",
            "isto",
            "dir",
            "dır",
            "was",
            "ist",
            "lautet",
            "war",
            "est",
            "es",
            "è",
            "e'",
            "é",
            "jest",
            "to",
            "brzmi",
            "je",
            "zní",
            "är",
            "это",
            "será",
            "sarà",
            "sera",
            "will be",
            "wird",
            "wurde auf",
            "set to",
            "to",
            "auf",
            "como",
            "als",
            "as",
            "=",
            "→",
            "->",
            "—",
            "–",
            "-");

    private static final WordList VERB_WORDS =
            WordList.of(VERBS.stream().filter(verb -> verb.length() > 1).toList());

    private static final String SHORT_VERBS = "èéÈÉ=→—–-aàв";

    /** The number of words of a pass phrase that no sign announces. */
    private static final int FEWEST_WORDS = 3;

    /** The length of the shortest password in a sentence. */
    private static final int SHORTEST = 4;

    /** The number of words that are known. */
    private static final int MOST_RECENT = 10;

    private static final List<String> LONG_FLAGS = List.of("user", "proxy-user", "auth");

    private static final List<String> PERCENT = List.of("smbclient", "winexe", "rpcclient");

    private static final List<String> A_FLAG = List.of("redis-cli", "iredis");

    private static final List<String> W_FLAG =
            List.of("ldapsearch", "ldapadd", "ldapmodify", "ldapwhoami", "ldapdelete", "ldappasswd");

    private static final List<String> P_FLAG =
            List.of("mosquitto_", "sqlcmd", "bcp", "zip", "unzip", "ipmitool", "isql", "snmp");

    private static final List<String> COOKIES = List.of(
            "sess", "sid", "auth", "token", "jwt", "remember", "csrf", "xsrf", "login", "logged", "secret", "ticket");

    private static final List<String> LABELS =
            List.of(
            "value", "val", "content", "default", "data", "text", "secret", "stringvalue", "old", "new", "before", "after",
            "previous", "current", "from", "to");

    private static final List<String> DECLARATIONS = List.of(
            "export",
            "set",
            "ENV",
            "env",
            "SET",
            "ARG",
            "setx",
            "readonly",
            "declare",
            "let",
            "const",
            "var",
            "val",
            "final",
            "String",
            "private",
            "static",
            "public",
            "define");

    private static final List<String> MEMBERS = List.of("id", "token", "value", "secret", "key", "sid");

    private static final String FIRST_OF_SCHEMES = "bBtTaA!dDeEnNrR@fF";

    private static final List<String> SCHEMES = List.of(
            "bearer ",
            "basic ",
            "token ",
            "apikey ",
            "api-key ",
            "!!str ",
            "digest ",
            "base64:",
            "e'",
            "n'",
            "r\"",
            "b\"",
            "@\"",
            "f\"");

    private static final Set<String> ARTICLES =
            Set.of("le", "la", "the", "der", "die", "das", "el", "il", "lo", "o", "de", "het");

    private static final Set<String> CHANGES =
            Set.of("veranderd", "gewijzigd", "geändert", "geaendert", "changed", "cambiata", "changé", "mudada");

    /** Verbs behind which any word is a password. */
    private static final Set<String> SPELLS = Set.of("lautet", "luidt", "reads", "brzmi", "zní");

    /** Words of sentences about a password. */
    private static final Set<String> SENTENCE = Set.of("""
            a above admin coming currently following pending temporarily working after again all always an and another any are ask at auf auth basic be been before below between \
            both but by can cannot case cette change character characters colleague com con contact could current das \
            de debe default dein dem den der des deve die different digits dit does doit each either ein eine empty \
            enter entry est every expires field file first for forgot from given han has have her his hoe how if ihr \
            il im in incorrect input insensitive into invalid is ist it its la last later le length letter letters \
            login long longer lower lowercase manager may mindestens minimum missing moet more muss must musi my mixed \
            need needs neither never new next niet no none nor not now number numbers of old on one only option \
            optional or other our out para per phrase please policy por prompt protected que question read reset same \
            secret see sensitive separate server set shall short should sign since small so some soon special still \
            strength strong such support symbols team than that the their them then there these they this those three \
            time times to together too two type und under unique unknown until up upon upper uppercase use user users \
            value vault via was week weak welcome were what when where which who why will with without word words wrong \
            year you your zeichen""".split(" ", -1));

    private static final List<String> NEXT_LABELS =
            List.of("value", "val", "default", "content", "secret", "data", "stringvalue");

    private static final WordList PREPOSITIONS = WordList.of(
            "of", "for", "to", "für", "von", "der", "des", "zum", "zur", "de", "du", "des", "pour", "del", "para", "di",
            "della", "dello", "per", "do", "da", "van", "voor", "od", "dla", "pro", "k", "för", "till", "på", "для",
            "от", "к");

    private static final AsciiSet OPENERS = AsciiSet.of("\"'`");

    private final LookaheadText text;
    private final SecretTables tables;
    private final SecretNames names;
    private final NavigableMap<Integer, Integer> values = new TreeMap<>();
    private final NavigableMap<Integer, Integer> origins = new TreeMap<>();
    private int handled;
    /** What was read last, so that it is not read again from a later place in it. */
    private final Memo bare = new Memo();

    private final Memo content = new Memo();
    private final Memo line = new Memo();
    private final Memo run = new Memo();
    /** Whether the name that is read is a string, as of a member of JSON. */
    private boolean member;

    /** Whether the name that is read is of a login, whose value begins with the name of a user. */
    private boolean login;

    /** Whether the name that is read is of a session. */
    private boolean session;

    /** Whether the name that is read is of a number, which drawings have, too. */
    private boolean pin;

    private final ArrayDeque<Word> recent = new ArrayDeque<>();
    private int referred;
    private int mapped;
    private int cookies;
    private int commandEnd = -1;
    private int commandFrom;
    private int judgedTo;
    private int command;
    private int echoLine = -1;
    private String echoReader = "";
    private int origin;

    SecretReader(LookaheadText text) {
        this.text = text;
        this.tables = new SecretTables(text, this);
        this.names = new SecretNames(text);
    }

    /** Reads what belongs to a name of which a part ends at an index. */
    void read(int index, long parts) {
        origin = index;
        pin = false;
        login = false;
        if (SecretSigns.isFlag(parts)) {
            flag(index);
        }
        int last = text.at(index);
        if (last == 'o' || last == 'O') {
            echoed(index);
        }
        SecretNames.Name name = names.at(index, parts);
        if (name == null || name.wordEnd() <= handled || isInValue(name.start())) {
            return;
        }
        handled = name.wordEnd();
        origin = name.start();
        pin = isPinName(name);
        session = name.kind() == SecretNames.Kind.SESSION;
        login = name.end() - name.wordEnd() <= 1
                && (text.says("auth", name.wordEnd() - 4) || text.says("credential", name.wordEnd() - 10));
        if (!tables.read(name)) {
            named(name);
        }
        if (name.kind() == SecretNames.Kind.PASSWORD) {
            pin = false;
            referred(name.end());
        }
    }

    /** Returns whether it is a secret code, which has digits: {@code code secret}. */
    private boolean isCode(SecretNames.Name name) {
        boolean code = name.kind() == SecretNames.Kind.SECRET && text.says("code ", name.start() - 5);
        pin |= code;
        return code;
    }

    private boolean isPinName(SecretNames.Name name) {
        int from = Math.max(name.start(), name.wordEnd() - 8);
        String plain = text.slice(from, name.wordEnd()).toLowerCase(Locale.ROOT);
        return plain.endsWith("pin")
                || plain.endsWith("puk")
                || plain.contains("pincod")
                || plain.contains("pinkod")
                || plain.contains("pin kod")
                || plain.contains("pin kód")
                || plain.contains("pin cod")
                || plain.contains("пин-код")
                || (plain.endsWith("code") && !plain.equals("passcode"))
                || plain.endsWith("d'accès")
                || plain.endsWith("d'acces");
    }

    /** Returns the end of the value that begins at an index; {@link Detector#NONE} if none does. */
    int end(int from) {
        return values.getOrDefault(from, Detector.NONE);
    }

    /** Returns the index of the first value at an index or behind it; the largest number if there is none. */
    int next(int from) {
        Map.Entry<Integer, Integer> next = values.isEmpty() ? null : values.ceilingEntry(from);
        return next == null ? Integer.MAX_VALUE : next.getKey();
    }

    /** Returns the index of the first name whose value begins at an index or behind it; the index itself if there is none. */
    int keptFrom(int from) {
        return origins.tailMap(from, true).values().stream()
                .mapToInt(Integer::intValue)
                .reduce(from, Math::min);
    }

    /** Returns whether an index is in a value that was found, so that what is there is no name. */
    private boolean isInValue(int index) {
        Map.Entry<Integer, Integer> before = values.isEmpty() ? null : values.floorEntry(index);
        return before != null && before.getValue() > index;
    }

    /** Notes a value, without the blanks around it. */
    private void put(int from, int to) {
        int start = from;
        int end = to;
        while (start < end && text.at(start) <= ' ') {
            start++;
        }
        while (end > start && text.at(end - 1) <= ' ') {
            end--;
        }
        if (end > start) {
            values.merge(start, end, Math::max);
            origins.merge(start, origin, Math::min);
        }
    }

    /** The end of a part of the text, which is the same from every later place in it. */
    private static final class Memo {
        private int from;
        private int to;

        boolean has(int at) {
            return at >= from && at < to;
        }

        int set(int start, int end) {
            from = start;
            to = end;
            return end;
        }
    }

    // ---- flags of commands

    private void flag(int index) {
        int letter = text.at(index);
        if (text.at(index - 1) != '-' || "pPuUaAwkN".indexOf(letter) < 0) {
            return;
        }
        if (text.at(index - 2) == '-' && text.at(index - 3) <= ' ') {
            for (String flag : LONG_FLAGS) {
                int behind = index + flag.length();
                if (text.says(flag, index)
                        && (text.at(behind) == ' ' || text.at(behind) == '=')
                        && (command(index - 2) & LOGIN) != 0) {
                    login(blanks(behind + 1), ':');
                }
            }
        }
        if (text.at(index - 2) > ' ') {
            return;
        }
        boolean login = letter == 'u' || letter == 'U';
        boolean attached = text.at(index + 1) > ' ';
        int at = attached ? index + 1 : blanks(index + 1);
        int its = command(index - 2);
        if (login || (letter == 'a' && (its & HTTP) != 0) || (letter == 'A' && (its & HTTP) != 0)) {
            if ((its & LOGIN) != 0) {
                login(at, (its & LFTP) != 0 ? ',' : (its & SMB) != 0 ? '%' : ':');
            }
        } else if ((its & (attached ? JOINED : needed(letter))) != 0) {
            argument(at, SecretNames.Kind.PASSWORD);
        }
    }

    /** Returns the commands that take a password behind a flag. */
    private static int needed(int letter) {
        return switch (letter) {
            case 'p' -> SMALL_P;
            case 'a' -> SMALL_A;
            case 'w' -> SMALL_W;
            case 'k' -> SMALL_K;
            case 'N' -> CAPITAL_N;
            default -> CAPITAL_P;
        };
    }

    private static final int LOGIN = 1;
    private static final int LFTP = 1 << 1;
    private static final int SMB = 1 << 2;
    private static final int HTTP = 1 << 3;
    private static final int JOINED = 1 << 4;
    private static final int SMALL_P = 1 << 5;
    private static final int SMALL_A = 1 << 6;
    private static final int SMALL_W = 1 << 7;
    private static final int CAPITAL_P = 1 << 8;
    private static final int SMALL_K = 1 << 9;
    private static final int CAPITAL_N = 1 << 10;
    private static final int SEARCH = 1 << 11;

    private static final List<String> K_FLAG = List.of("openssl");
    private static final List<String> N_FLAG = List.of("ssh-keygen");
    private static final List<String> SEARCHES = List.of("grep", "rg ", "ack ", "findstr");

    private static final List<String> HTTPS = List.of("http ", "https ", "ab ", "httpie");
    private static final List<String> LFTPS = List.of("lftp");

    private static final List<String> LOGINS =
            List.of("curl", "wget", "http", "smbclient", "lftp", "winexe", "rpcclient", "jira", "mvn", "svn", "nexus");
    private static final List<String> ATTACHED =
            List.of("mysql", "mariadb", "mysqldump", "mysqladmin", "7z", "rar", "sshpass", "zip", "mongo", "snmp");
    private static final List<String> PASSWORD_FLAG = List.of(
            "sshpass",
            "mongo",
            "login",
            "az ",
            "clickhouse",
            "vncpasswd",
            "impala",
            "cqlsh",
            "snmp",
            "oc ",
            "helm",
            "bw ",
            "influx",
            "twine",
            "hydra",
            "xfreerdp",
            "samba",
            "arangosh",
            "neo4j",
            "cypher-shell",
            "argocd",
            "rcon",
            "ansible-vault",
            "useradd",
            "ldap");

    private static final List<String> STDIN = List.of(
            "sudo -s",
            "sudo -S",
            "-stdin",
            "--stdin",
            "passphrase-fd",
            "cryptsetup",
            "passwd",
            "login",
            "su ",
            "kinit",
            "-passin",
            "secret create",
            "ssh-add");

    private static boolean isCommand(String command, List<String> commands) {
        for (String each : commands) {
            if (command.contains(each)) {
                return true;
            }
        }
        return false;
    }

    /** Returns what the command before an index is, also on lines that a backslash continues, as bits. */
    private int command(int index) {
        if (index <= 0) {
            return 0;
        }
        int from = index;
        while (from > 0 && from > commandEnd && index - from < FAR && !divides(from - 1)) {
            from--;
        }
        if (from != commandEnd) {
            commandFrom = from;
            judgedTo = from;
            command = 0;
        }
        commandEnd = index;
        int length = Math.min(index - commandFrom, FAR);
        if (length > 2 * (judgedTo - commandFrom)) {
            judgedTo = commandFrom + length;
            String plain = text.slice(commandFrom, judgedTo).toLowerCase(Locale.ROOT) + " ";
            command = bit(plain, LOGINS, LOGIN)
                    | bit(plain, LFTPS, LFTP)
                    | bit(plain, PERCENT, SMB)
                    | bit(plain, HTTPS, HTTP)
                    | bit(plain, ATTACHED, JOINED)
                    | bit(plain, PASSWORD_FLAG, SMALL_P)
                    | bit(plain, A_FLAG, SMALL_A)
                    | bit(plain, W_FLAG, SMALL_W)
                    | bit(plain, P_FLAG, CAPITAL_P)
                    | bit(plain, K_FLAG, SMALL_K)
                    | bit(plain, N_FLAG, CAPITAL_N)
                    | bit(plain, SEARCHES, SEARCH);
        }
        return command;
    }

    private static int bit(String command, List<String> commands, int bit) {
        return isCommand(command, commands) ? bit : 0;
    }

    private boolean divides(int at) {
        int c = text.at(at);
        return (c == '\n' && text.at(at - 1) != '\\') || c == '|' || c == ';' || (c == '&' && text.at(at - 1) == '&');
    }

    /** Reads what a command says to another that reads a password. */
    private void echoed(int index) {
        boolean echo = text.says("echo ", index - 3) && text.at(index - 4) <= ' ';
        if (!echo) {
            return;
        }
        int end = lineEnd(index);
        if (echoLine != end) {
            echoLine = end;
            String rest = text.slice(index, Math.min(end, index + LONGEST));
            echoReader = rest.indexOf('|') < 0 ? "" : rest.substring(rest.indexOf('|'));
        }
        String reader = echoReader;
        int next = blanks(index + 2);
        while (text.at(next) == '-') {
            while (text.at(next) > ' ') {
                next++;
            }
            next = blanks(next);
        }
        if (reader.contains("chpasswd")) {
            login(next, ':');
        } else if (isCommand(reader, STDIN)) {
            argument(next, SecretNames.Kind.PASSWORD);
        }
    }

    private void argument(int start, SecretNames.Kind kind) {
        int at = text.says("pass:", start) ? start + 5 : start;
        Quote quote = quote(at);
        if (quote != null) {
            quoted(quote, kind);
            return;
        }
        int end = run.has(at) ? run.to : at;
        while (end - at < LONGEST
                && (text.at(end) > ' ' || (text.at(end) == ' ' && text.at(end - 1) == '\\'))
                && !OPENERS.contains(text.at(end))) {
            end++;
        }
        accept(at, run.set(at, end), kind, true);
    }

    private void login(int at, char divider) {
        Quote quote = quote(at);
        int from = quote == null ? at : quote.content;
        int end = quote == null ? from : close(quote);
        while (quote == null && text.at(end) > ' ' && end - from < LONGEST) {
            end++;
        }
        for (int i = from; i < end; i++) {
            if (text.at(i) == divider) {
                accept(i + 1, end, SecretNames.Kind.PASSWORD, true);
                return;
            }
        }
    }

    // ---- names

    private void named(SecretNames.Name name) {
        int before = text.at(name.start() - 1);
        if (before == '<' || (before == ':' && inTag(name.start()))) {
            element(name);
            return;
        }
        int prefix = name.start() - 1;
        while (name.start() - prefix < 30 && (AsciiChars.word(text.at(prefix)) || text.at(prefix) == ':')) {
            prefix--;
        }
        if (text.at(prefix) == '/' && text.at(prefix - 1) == '<') {
            return;
        }
        if (text.says("chpasswd", name.start()) || text.says("-stdin", name.wordEnd())) {
            logins(name);
            return;
        }
        if (name.kind() == SecretNames.Kind.SESSION && text.says("cookie", name.wordEnd() - 6)) {
            cookies(name.end());
            return;
        }
        if (text.at(name.start() - 1) == '/'
                && name.kind() != SecretNames.Kind.PASSWORD
                && text.at(name.end()) != '=') {
            return;
        }
        int at = closers(phraseEnd(name));
        if (isReference(name) && sign(at) == at) {
            return;
        }
        int dashes = name.start() - 1;
        while (text.at(dashes) == '-' || text.at(dashes) == '#' || text.at(dashes) == '.') {
            dashes--;
        }
        boolean wasQuoted = at > name.end() && isQuote(text.at(dashes));
        member = wasQuoted;
        if (wasQuoted && (attribute(name, at) || member(name, at))) {
            return;
        }
        if (text.at(at) == '<' || text.at(at) == '>') {
            tagged(name, at);
            return;
        }
        int sign = sign(at);
        if (sign > at) {
            assigned(name, sign);
        } else {
            beside(name, at, wasQuoted);
        }
    }

    /** Reads the lines below a name that have a user and a password each. */
    private void logins(SecretNames.Name name) {
        if (text.at(name.end()) != ':' || !isLineEnd(blanks(name.end() + 1))) {
            return;
        }
        int indent = indent(name.start());
        int first = skipIndent(nextLine(blanks(name.end() + 1)));
        for (int i = 0; i < 50 && !isLineEnd(first) && indent(first) > indent; i++) {
            int user = text.at(first) == '-' ? blanks(first + 1) : first;
            if (text.at(behindUser(user, lineEnd(user)) - 1) == ':' && AsciiChars.alnum(text.at(user))) {
                login(user, ':');
            }
            first = skipIndent(nextLine(lineEnd(first)));
        }
    }

    /** Returns whether a sign before a name makes it one of a variable, whose value is somewhere else. */
    private boolean isReference(SecretNames.Name name) {
        int before = text.at(name.start() - 1);
        return before == '$' || (before == '{' && text.at(name.start() - 2) == '$');
    }

    /** Returns the end of the words behind a name that belong to it, as in {@code clave de acceso:}. */
    private int phraseEnd(SecretNames.Name name) {
        int end = name.end();
        for (int i = 0; i < MOST_WORDS && text.at(end) == ' ' && name.kind() != SecretNames.Kind.SESSION; i++) {
            int word = end + 1;
            while (Character.isLetter(text.at(word)) && word - end < 16) {
                word++;
            }
            if (word == end + 1 || (i == 0 && !isQuote(text.at(name.start() - 1)) && !isPreposition(end + 1, word))) {
                return name.end();
            }
            end = word;
            int sign = closers(end);
            if (text.at(sign) == '=' || text.at(sign) == ':') {
                return end;
            }
        }
        return name.end();
    }

    private boolean isPreposition(int from, int to) {
        int second = from + 1 < to ? text.at(from + 1) : LookaheadText.NOTHING;
        for (String word : PREPOSITIONS.beginningWith(text.at(from), second)) {
            if (word.length() == to - from && text.says(word, from)) {
                return true;
            }
        }
        return false;
    }

    /** Reads the cookies of a header or an argument: those whose names are of a session. */
    private void cookies(int from) {
        if (from < cookies) {
            return;
        }
        int at = closers(from);
        int sign = sign(at);
        at = blanks(sign > at ? sign : at);
        while (OPENERS.contains(text.at(at)) || (text.at(at) == '\\' && OPENERS.contains(text.at(at + 1)))) {
            at++;
        }
        for (int i = 0; i < 50; i++) {
            int name = at;
            while (at - name < 64 && (AsciiChars.word(text.at(at)) || "-.:$".indexOf(text.at(at)) >= 0)) {
                at++;
            }
            if (at == name || text.at(at) != '=') {
                return;
            }
            int value = at + 1;
            int end = value;
            while (end - value < LONGEST
                    && text.at(end) > ' '
                    && text.at(end) != ';'
                    && !OPENERS.contains(text.at(end))
                    && text.at(end) != '\\') {
                end++;
            }
            String plain = text.slice(name, at).toLowerCase(Locale.ROOT);
            for (String part : COOKIES) {
                if (plain.contains(part)) {
                    boolean digits = part.equals("token") && SecretValue.isPin(text.part(value, end));
                    accept(value, end, digits ? SecretNames.Kind.PASSWORD : SecretNames.Kind.SESSION, true);
                }
            }
            cookies = end;
            at = text.at(end) == ';' ? blanks(end + 1) : end;
            if (text.at(end) != ';') {
                return;
            }
        }
    }

    private boolean inTag(int index) {
        int at = index - 1;
        while (index - at < 20 && (AsciiChars.word(text.at(at)) || text.at(at) == ':' || text.at(at) == '-')) {
            at--;
        }
        return text.at(at) == '<';
    }

    /** Reads the content of an element whose name it is. */
    private void element(SecretNames.Name name) {
        int end = tagEnd(name.end());
        if (end < 0) {
            return;
        }
        if (text.at(end - 1) == '/') {
            attributeValue(name, name.end(), end);
            return;
        }
        attributeValue(name, name.end(), end);
        content(end + 1, name.kind(), 0);
    }

    private int tagEnd(int from) {
        int at = from;
        while (at - from < FAR && text.at(at) != LookaheadText.NOTHING && text.at(at) != '<') {
            if (text.at(at) == '>') {
                return at;
            }
            at++;
        }
        return -1;
    }

    private void content(int from, SecretNames.Kind kind, int depth) {
        int at = space(from);
        if (text.says("<![cdata[", at)) {
            int end = at + 9;
            while (end - at < LONGEST && text.at(end) != LookaheadText.NOTHING && !text.says("]]>", end)) {
                end++;
            }
            accept(at + 9, end, kind, true);
            return;
        }
        if (text.at(at) == '<' && text.at(at + 1) != '/' && text.at(at + 1) != '!') {
            int inner = tagEnd(at + 1);
            if (inner > 0 && !isBeside(at + 1) && text.at(inner - 1) != '/' && depth < 2) {
                content(inner + 1, kind, depth + 1);
            }
            return;
        }
        int end = content.has(at) ? content.to : at;
        while (end - at < LONGEST && text.at(end) != LookaheadText.NOTHING && text.at(end) != '<') {
            end++;
        }
        content.set(at, end);
        if (text.at(end) == '<') {
            accept(at, end, kind, true);
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
                    && (text.says("value", at) || text.says("content", at) || text.says("default", at))) {
                int sign = at;
                while (AsciiChars.letter(text.at(sign))) {
                    sign++;
                }
                sign = blanks(sign);
                Quote quote = text.at(sign) == '=' ? quote(blanks(sign + 1)) : null;
                if (quote != null) {
                    quoted(quote, name.kind());
                    return true;
                }
            }
        }
        return false;
    }

    /** Reads the value of a name that is the value of an attribute, such as {@code key="password" value="x"}. */
    private boolean attribute(SecretNames.Name name, int at) {
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

    /** Reads the value of a name that is a value itself, such as {@code "name": "password", "value": "x"}. */
    private boolean member(SecretNames.Name name, int at) {
        int next = space(at);
        if (text.at(next) != ',') {
            return false;
        }
        next = space(next + 1);
        Quote label = quote(next);
        int from = label == null ? next : label.content;
        int end = from;
        while (AsciiChars.letter(text.at(end))) {
            end++;
        }
        String word = end > from && end - from < 12 ? text.slice(from, end).toLowerCase(Locale.ROOT) : "";
        boolean says = LABELS.contains(word);
        int sign = says ? sign(closers(end)) : -1;
        if (says && sign > end) {
            Quote its = quote(blanks(sign));
            value(name, blanks(sign), false, Place.INLINE);
            int behind = its == null ? -1 : close(its);
            if (behind > 0) {
                boolean more = member(name, behind + its.length());
                return more || says;
            }
            return true;
        }
        Quote argument = text.at(at) == ',' ? label : null;
        int opened = name.start() - 1;
        while (text.at(opened) == '-') {
            opened--;
        }
        boolean dashed = opened < name.start() - 1 || text.at(name.start()) == '-';
        int before = text.at(opened - 1);
        if (argument != null && (before == '(' || before == '[' || before == '{' || dashed)) {
            quoted(argument, name.kind());
            return true;
        }
        return false;
    }

    private void tagged(SecretNames.Name name, int at) {
        if (text.at(at) == '<' && text.at(at + 1) == '/' && isContent(name)) {
            int end = tagEnd(at + 1);
            int next = end < 0 ? -1 : space(end + 1);
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
        return (text.at(at) == '>' || OPENERS.contains(text.at(at)) || text.at(at) == '-')
                && !isSentence(text.slice(at + 1, name.start()));
    }

    /** Skips what closes a name: quotes, brackets, and signs of Markdown. */
    private int closers(int from) {
        int at = from;
        while (at - from < 6
                && (OPENERS.contains(text.at(at))
                        || (text.at(at) == '\\' && !text.escaped(at + 1))
                        || text.at(at) == ']'
                        || text.at(at) == '*'
                        || text.at(at) == '”'
                        || text.at(at) == '“')) {
            at++;
        }
        return at;
    }

    private static boolean isQuote(int c) {
        return OPENERS.contains(c) || c == '“' || c == '„';
    }

    /** Returns the index behind a sign by which a value is assigned, and what closes behind it; the same index if none is there. */
    private int sign(int from) {
        int at = blanks(from);
        if (text.at(at) == '(') {
            int close = at;
            while (close - at < 40
                    && text.at(close) != ')'
                    && text.at(close) > 0
                    && text.at(close) != '\n'
                    && text.at(close) != '"'
                    && text.at(close) != '\'') {
                close++;
            }
            int behind = text.at(close) == ')' ? blanks(close + 1) : at;
            if (text.at(behind) == ':') {
                at = behind;
            }
        }
        int dots = at;
        while (text.at(dots) == '.' || text.at(dots) == '…') {
            dots++;
        }
        if (dots - at >= 3 || (dots > at && text.at(at) == '…')) {
            return text.at(dots) == ':' ? dots + 1 : dots;
        }
        int start = at;
        if (text.at(at) == ':' || text.at(at) == '=' || text.at(at) == '：') {
            at++;
            if (text.at(at) == '*' && text.at(at + 1) == '*' && text.at(at + 2) == '*') { // it is hidden
                return from;
            }
            while (at - start < 3
                    && (text.at(at) == '=' || text.at(at) == ':' || text.at(at) == '>' || text.at(at) == '*')) {
                at++;
            }
            if (text.at(at) == '=') {
                return from;
            }
            while (text.at(at) == '*' && text.at(at + 1) == '*') {
                at += 2;
            }
            return at;
        }
        if ((text.at(at) == '-' || text.at(at) == '=') && text.at(at + 1) == '>') {
            return at + 2;
        }
        if (text.at(at) == '!' && text.at(at + 1) == '=') {
            return from;
        }
        return from;
    }

    private enum Place {
        /** The name begins its line. */
        LINE,
        /** Something is before the name on its line. */
        INLINE,
        /** The value is on a line of its own. */
        NEXT_LINE
    }

    private void assigned(SecretNames.Name name, int sign) {
        boolean colon = text.at(sign - 1) != '=';
        Place place = beginsLine(name.start()) ? Place.LINE : Place.INLINE;
        int at = blanks(sign);
        if (!colon && at > sign && text.at(name.start() - 1) == ' ' && (command(name.start()) & SEARCH) != 0) {
            return;
        }
        if (isLineEnd(at)) {
            if (colon || text.at(sign - 1) == '*') {
                nextLines(name, at, place);
            }
            return;
        }
        if (text.at(at) == '\\' && text.at(at + 1) == '\n') {
            at = blanks(at + 2);
        }
        if (colon && (text.at(at) == '|' || text.at(at) == '>') && place == Place.LINE) {
            int behind = at + 1;
            while (behind - at < 4
                    && (text.at(behind) == '-' || text.at(behind) == '+' || AsciiChars.digit(text.at(behind)))) {
                behind++;
            }
            if (isLineEnd(blanks(behind))) {
                block(name, blanks(behind));
                return;
            }
        }
        if (text.at(at) == '[') {
            list(name, at + 1);
            return;
        }
        if (colon && text.at(at) == '&' && isLineEnd(blanks(bare(at, lineEnd(at))))) {
            return;
        }
        value(name, at, colon, place);
    }

    private boolean isLineEnd(int at) {
        int c = text.at(at);
        return c == '\n' || c == '\r' || c == LookaheadText.NOTHING;
    }

    /** Returns whether nothing but marks of lists, quotes, comments and words of declarations is before a name on its line. */
    private boolean beginsLine(int start) {
        int at = start - 1;
        while (at >= 0 && text.at(at) != '\n' && start - at < FAR) {
            int c = text.at(at);
            if (c > ' ' && "\"'`-*>#;/|+.$@{<%!\\".indexOf(c) < 0) {
                int word = at;
                while (AsciiChars.letter(text.at(word))) {
                    word--;
                }
                String before = text.slice(word + 1, at + 1);
                if (!DECLARATIONS.contains(before)) {
                    return false;
                }
                at = word;
            } else {
                at--;
            }
        }
        return true;
    }

    private int indent(int at) {
        int start = tables.lineStart(at);
        int end = start;
        while (text.at(end) == ' ' || text.at(end) == '\t' || text.at(end) == '>') {
            end++;
        }
        return end - start;
    }

    /** Reads a value on the next line, or the lines of a list, which are further in or alone on their line. */
    private void nextLines(SecretNames.Name name, int at, Place place) {
        int indent = indent(name.start());
        int line = nextLine(at);
        int first = skipIndent(line);
        if (isLineEnd(first) && text.at(first) != LookaheadText.NOTHING) {
            line = nextLine(first);
            first = skipIndent(line);
        }
        if (text.at(first) == '-' && text.at(first + 1) == ' ') {
            int items = 0;
            while (text.at(first) == '-' && text.at(first + 1) == ' ' && items < 100) {
                int item = blanks(first + 2);
                int end = Math.min(lineEnd(item), item + LONGEST);
                Quote quote = quote(item);
                if (quote != null) {
                    quoted(quote, name.kind());
                } else if (!text.slice(item, end).contains(": ")) {
                    accept(
                            item,
                            comment(item, end, false),
                            name.kind(),
                            text.slice(item, end).indexOf(' ') < 0);
                }
                items++;
                first = skipIndent(nextLine(end));
            }
            return;
        }
        if (place == Place.LINE && indent(first) > indent && isPlural(name)) {
            if (first < mapped) {
                return;
            }
            for (int i = 0; i < 50 && indent(first) > indent && !isLineEnd(first); i++) {
                int sign = first;
                while (AsciiChars.word(text.at(sign)) || ".-@\"'".indexOf(text.at(sign)) >= 0) {
                    sign++;
                }
                if (text.at(sign) == ':' && text.at(sign + 1) == ' ') {
                    value(name, blanks(sign + 1), true, Place.LINE);
                }
                first = skipIndent(nextLine(lineEnd(first)));
            }
            mapped = first;
            return;
        }
        int end = lineEnd(first);
        if (end - first > LONGEST || first >= end) {
            return;
        }
        Quote quote = quote(first);
        if (quote != null) {
            quoted(quote, name.kind());
            return;
        }
        String alone = text.slice(first, end).strip();
        boolean one = alone.indexOf(' ') < 0 && !alone.endsWith(":");
        boolean further = indent(first) > indent && place == Place.LINE;
        if (one && !alone.contains(": ") && (SecretValue.isMixed(alone) || further)) {
            int stop = end;
            while (stop > first && ".".indexOf(text.at(stop - 1)) >= 0) {
                stop--;
            }
            accept(first, stop, name.kind(), further || SecretValue.isMixed(alone));
        } else if (further && words(alone) <= 5 && !alone.contains(": ") && !alone.contains("=")) {
            accept(first, end, name.kind(), true);
        }
    }

    private boolean isPlural(SecretNames.Name name) {
        return AsciiChars.lower(text.at(name.end() - 1)) == 's' && name.end() == name.wordEnd() + 1;
    }

    private void block(SecretNames.Name name, int at) {
        int indent = indent(name.start());
        int line = nextLine(at);
        for (int i = 0; i < 20; i++) {
            int first = skipIndent(line);
            if (text.at(first) == LookaheadText.NOTHING || (!isLineEnd(first) && indent(first) <= indent)) {
                return;
            }
            int end = lineEnd(first);
            if (end > first) {
                accept(first, end, name.kind(), true);
            }
            line = nextLine(end);
        }
    }

    private void list(SecretNames.Name name, int from) {
        int at = space(from);
        for (int i = 0; i < 50; i++) {
            if (text.at(at) == '{' || text.at(at) == '[') {
                return;
            }
            Quote quote = quote(at);
            int end;
            if (quote != null) {
                quoted(quote, name.kind());
                end = close(quote);
                end = end < 0 ? at : end + quote.length();
            } else {
                end = at;
                while (end - at < LONGEST && text.at(end) > ' ' && text.at(end) != ',' && text.at(end) != ']') {
                    end++;
                }
                accept(at, end, name.kind(), true);
            }
            end = space(end);
            if (text.at(end) != ',' || end == at) {
                return;
            }
            at = space(end + 1);
        }
    }

    private int skipIndent(int from) {
        int at = from;
        while (text.at(at) == ' ' || text.at(at) == '\t' || (text.at(at) == '>' && at - from < 8)) {
            at++;
        }
        return at;
    }

    private int nextLine(int lineEnd) {
        int at = text.at(lineEnd) == '\r' ? lineEnd + 1 : lineEnd;
        return text.at(at) == '\n' ? at + 1 : at;
    }

    private int lineEnd(int from) {
        if (line.has(from)) {
            return line.to;
        }
        int at = from;
        while (!isLineEnd(at)) {
            at++;
        }
        return line.set(from, at);
    }

    // ---- values

    private void value(SecretNames.Name name, int from, boolean colon, Place place) {
        int at = schemed(behindSlash(name, from));
        if (text.says("auth", name.end() - 4) && !OPENERS.contains(text.at(at))) {
            int user = at;
            while (AsciiChars.word(text.at(user)) || text.at(user) == '.' || text.at(user) == '-') {
                user++;
            }
            if (user > at && text.at(user) == ':') {
                accept(user + 1, bare(user + 1, lineEnd(at)), SecretNames.Kind.PASSWORD, true);
                return;
            }
        }
        if (multiline(name, at)) {
            return;
        }
        Quote quote = hashed(at);
        quote = quote == null ? quote(at) : quote;
        if (quote != null) {
            quoted(quote, name.kind());
            return;
        }
        int lineEnd = lineEnd(at);
        if (text.at(at) == '{' && members(name, at + 1)) {
            return;
        }
        if (member && colon) {
            int end = at;
            while (text.at(end) > ' ' && end - at < LONGEST && ",}]{[".indexOf(text.at(end)) < 0) {
                end++;
            }
            accept(at, end, name.kind(), true);
            return;
        }
        if (text.at(at) == '{') {
            int close = at;
            while (close < lineEnd && close - at < JUDGED && text.at(close) != '}') {
                close++;
            }
            String inside = text.slice(at + 1, close);
            if (colon && text.at(close) == '}' && inside.contains(": ")) {
                return;
            }
            if (text.at(close) == '}'
                    && !inside.contains(": ")
                    && !inside.contains(" =")
                    && (text.at(at + 1) > ' ' || !colon)
                    && text.at(at + 1) != '{'
                    && text.at(at + 1) != '"'
                    && text.at(at + 1) != '\''
                    && (isLineEnd(close + 1) || ";\"'".indexOf(text.at(close + 1)) >= 0)) {
                accept(at + 1, close, name.kind(), true);
                return;
            }
        }
        if (place == Place.LINE && lineEnd - at <= LONGEST && fillsLine(name, at, lineEnd, colon)) {
            int end = comment(at, lineEnd, !colon);
            while (end > at && (text.at(end - 1) == ' ' || text.at(end - 1) == '\t')) {
                end--;
            }
            accept(at, end, name.kind(), true);
            return;
        }
        int quoted = !colon && OPENERS.contains(text.at(name.start() - 1)) ? quoteEnd(at, text.at(name.start() - 1)) : -1;
        if (quoted > 0 && isPhraseTo(at, quoted, 2)) {
            accept(at, quoted, name.kind(), true);
            return;
        }
        if (colon && name.kind() == SecretNames.Kind.PASSWORD && isLabelled(name) && isPhraseTo(at, lineEnd, 2)) {
            accept(at, lineEnd, name.kind(), true);
            return;
        }
        int end = bare(at, lineEnd);
        int next = blanks(end);
        boolean ends = isLineEnd(next)
                || (text.at(end) != ' ' && text.at(end) != '\t')
                || (!colon && text.at(from - 1) == '=')
                || ",;&|)]}".indexOf(text.at(next)) >= 0
                || isNext(next, true);
        accept(at, end, name.kind(), ends);
    }

    /** Returns the beginning of the second of two values, of which the second has the name: {@code user / password: a / b}. */
    private int behindSlash(SecretNames.Name name, int from) {
        int before = name.start() - 1;
        while (text.at(before) == ' ') {
            before--;
        }
        if (text.at(before) != '/' || text.at(before - 1) == '/' || text.at(before - 1) == ':') {
            return from;
        }
        for (int at = from; at - from < JUDGED && !isLineEnd(at); at++) {
            if (text.at(at) == '/' && text.at(at - 1) == ' ' && text.at(at + 1) == ' ') {
                return blanks(at + 1);
            }
        }
        return from;
    }

    /** Reads the id or the value of an object that a name has. */
    private boolean members(SecretNames.Name name, int from) {
        Quote label = quote(space(from));
        if (label == null) {
            return false;
        }
        for (int i = 0; i < MOST_WORDS && label != null; i++) {
            for (String word : MEMBERS) {
                int end = label.content + word.length();
                if (text.says(word, label.content) && !AsciiChars.word(text.at(end))) {
                    int sign = sign(closers(end));
                    if (sign > end) {
                        value(name, blanks(sign), false, Place.INLINE);
                        return true;
                    }
                }
            }
            label = nextLabel(label);
        }
        return false;
    }

    /** Returns the label of the next member behind one whose value is a string; null if there is none. */
    private @Nullable Quote nextLabel(Quote label) {
        int end = close(label);
        int sign = end < 0 ? -1 : sign(end + label.length());
        Quote its = end < 0 || sign == end + label.length() ? null : quote(blanks(sign));
        int close = its == null ? -1 : close(its);
        int comma = close < 0 ? -1 : space(close + its.length());
        return comma > 0 && text.at(comma) == ',' ? quote(space(comma + 1)) : null;
    }

    /** Reads the lines within three quotes that begin behind a line break. */
    private boolean multiline(SecretNames.Name name, int at) {
        int c = text.at(at);
        if ((c != '"' && c != '\'') || text.at(at + 1) != c || text.at(at + 2) != c || !isLineEnd(at + 3)) {
            return false;
        }
        int line = nextLine(at + 3);
        for (int i = 0; i < 20; i++) {
            int end = lineEnd(line);
            int stop = line;
            while (stop < end && !(text.at(stop) == c && text.at(stop + 1) == c && text.at(stop + 2) == c)) {
                stop++;
            }
            if (stop > line) {
                accept(line, stop, name.kind(), true);
            }
            if (stop < end || text.at(end) == LookaheadText.NOTHING) {
                return true;
            }
            line = nextLine(end);
        }
        return true;
    }

    private static final Set<String> HASHES = Set.of(
            "md5",
            "sha",
            "sha1",
            "sha2",
            "sha256",
            "sha512",
            "password",
            "old_password",
            "crypt",
            "encrypt",
            "hash",
            "encode",
            "digest",
            "aes_encrypt",
            "pgp_sym_encrypt",
            "to_base64",
            "upper",
            "lower",
            "trim",
            "quote",
            "bcrypt",
            "string",
            "secret",
            "str",
            "b64encode",
            "hashbytes",
            "pwdencrypt",
            "hash_password",
            "password_hash");

    /** Returns the quote of the argument of a function that hashes a password; null if there is none. */
    private @Nullable Quote hashed(int from) {
        int at = from;
        while (at - from < 20 && AsciiChars.word(text.at(at))) {
            at++;
        }
        if (at == from
                || text.at(at) != '('
                || !HASHES.contains(text.slice(from, at).toLowerCase(Locale.ROOT))) {
            return null;
        }
        Quote first = quote(blanks(at + 1));
        if (first != null && text.says("hashbytes", from)) {
            int end = close(first);
            int next = end < 0 ? -1 : blanks(end + 1);
            return next > 0 && text.at(next) == ',' ? quote(schemed(blanks(next + 1))) : first;
        }
        return first;
    }

    /** Returns whether another assignment follows. */
    private boolean isNext(int from, boolean colon) {
        int at = from;
        int c = text.at(at);
        while (at - from < 30
                && (AsciiChars.word(c)
                        || c == '.'
                        || c == '-'
                        || (c == ' ' && AsciiChars.letter(text.at(at + 1)) && at > from && text.at(from - 1) != ' '))) {
            c = text.at(++at);
        }
        return at > from && (c == '=' || (colon && c == ':' && text.at(at + 1) == ' '));
    }

    /** Skips the scheme of a login and marks of types. */
    private int schemed(int from) {
        int skipped = from;
        while (((text.at(skipped) == '&' || text.at(skipped) == '!') && AsciiChars.letter(text.at(skipped + 1)))
                || text.says("!!", skipped)) {
            int end = skipped;
            while (text.at(end) > ' ' && end - skipped < 30) {
                end++;
            }
            if (text.at(end) != ' ' || isLineEnd(blanks(end))) {
                break;
            }
            skipped = blanks(end);
        }
        if (skipped > from) {
            return skipped;
        }
        if (FIRST_OF_SCHEMES.indexOf(text.at(from)) < 0) {
            return from;
        }
        for (String scheme : SCHEMES) {
            if (text.says(scheme, from)) {
                boolean quote = OPENERS.contains(scheme.charAt(scheme.length() - 1));
                return from + scheme.length() - (quote ? 1 : 0);
            }
        }
        return from;
    }

    /** Returns whether a value is the rest of its line, which may have blanks. */
    private boolean fillsLine(SecretNames.Name name, int from, int lineEnd, boolean colon) {
        String rest = text.slice(from, comment(from, lineEnd, !colon)).strip();
        int blank = rest.indexOf(' ');
        if (blank < 0) {
            return !rest.endsWith(",")
                    && !isList(from, lineEnd)
                    && !rest.endsWith("\"")
                    && !rest.endsWith(";")
                    && !rest.endsWith(")")
                    && !rest.endsWith("'");
        }
        if (name.kind() != SecretNames.Kind.PASSWORD && name.kind() != SecretNames.Kind.SECRET) {
            return false;
        }
        if (text.slice(name.start(), name.end()).indexOf(' ') >= 0) {
            return false;
        }
        boolean config = colon ? isIdentifier(name) && indentOrPlain(name) : text.at(from - 1) != '=' || !isUpper(name);
        return config
                && words(rest) <= 8
                && !rest.contains("=")
                && !rest.contains(" -")
                && !rest.contains(": ")
                && !rest.contains(", ")
                && !rest.contains("; ")
                && !rest.contains(". ")
                && !rest.contains(" (")
                && !rest.startsWith("(")
                && !rest.contains("\"")
                && !rest.contains("'")
                && (!colon || isPhrase(rest, 2));
    }

    private static int words(String text) {
        return new StringTokenizer(text).countTokens();
    }

    /** Returns whether another assignment follows on the line, as in an address or a connection string. */
    private boolean isList(int from, int lineEnd) {
        for (int at = from; at < lineEnd; at++) {
            if ((text.at(at) == ';' || text.at(at) == '&' || text.at(at) == ',') && isNext(at + 1, false)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether several words have one of a sentence about a password. */
    static boolean isSentence(String rest) {
        StringTokenizer words = new StringTokenizer(rest.toLowerCase(Locale.ROOT));
        if (words.countTokens() < 2) {
            return false;
        }
        while (words.hasMoreTokens()) {
            if (SENTENCE.contains(words.nextToken())) {
                return true;
            }
        }
        return false;
    }

    private boolean isIdentifier(SecretNames.Name name) {
        return Character.isLowerCase(text.at(name.start())) || text.at(name.start()) == '"';
    }

    private boolean indentOrPlain(SecretNames.Name name) {
        int at = name.start();
        return text.at(at - 1) == '\n' || text.at(at - 1) == ' ' || text.at(at - 1) == LookaheadText.NOTHING;
    }

    private boolean isUpper(SecretNames.Name name) {
        String plain = text.slice(name.start(), name.end());
        return plain.equals(plain.toUpperCase(Locale.ROOT));
    }

    /** Returns the beginning of a comment at the end of a line; the end of the line if there is none. */
    private int comment(int from, int lineEnd, boolean semicolon) {
        for (int at = from + 1; at < lineEnd; at++) {
            int c = text.at(at);
            boolean spaced = text.at(at - 1) == ' ' || text.at(at - 1) == '\t';
            if (spaced && (c == '#' || (c == ';' && semicolon) || (c == '/' && text.at(at + 1) == '/'))) {
                return at - 1;
            }
        }
        return lineEnd;
    }

    /** Returns the end of a value without quotes. */
    private int bare(int from, int lineEnd) {
        int at = bare.has(from + 1) ? bare.to : from;
        while (at < lineEnd && text.at(at) > ' ') {
            int c = text.at(at);
            boolean over = (c == ';'
                            && (text.at(at + 1) <= ' '
                                    || isNext(at + 1, c == ',')
                                    || OPENERS.contains(text.at(at + 1))
                                    || text.at(at + 1) == '\\'))
                    || c == '"'
                    || c == '`'
                    || (c == '<' && isTag(at))
                    || c == '|'
                    || (c == '\'' && !Character.isLetter(text.at(at + 1)))
                    || (c == '\\' && (text.escaped(at + 1) || OPENERS.contains(text.at(at + 1))))
                    || ((c == '&' || (c == '?' && session)) && isNext(at + 1, c == ','))
                    || (c == ',' && (text.at(at + 1) <= ' ' || isNext(at + 1, c == ',') || text.at(at + 1) == '"'))
                    || ((c == '}' || c == ')' || c == ']')
                            && (text.at(at + 1) <= ' ' || ",.;)]}".indexOf(text.at(at + 1)) >= 0));
            if (over && at > from) {
                break;
            }
            at++;
        }
        bare.set(from, at);
        while (at > from + 1 && ".,:?".indexOf(text.at(at - 1)) >= 0 && text.at(at) <= ' ') {
            at--;
        }
        while (at > from + 2 && text.at(at - 1) == '*' && text.at(at - 2) == '*') {
            at -= 2;
        }
        return at;
    }

    private boolean isTag(int from) {
        int at = from + 1;
        while (at - from < 40 && (AsciiChars.word(text.at(at)) || text.at(at) == '/')) {
            at++;
        }
        return text.at(at) == '>' || (text.at(at) == ' ' && at > from + 1);
    }

    /** Reads a value beside its name, without a sign: an argument, a string, or behind words. */
    private void beside(SecretNames.Name name, int at, boolean wasQuoted) {
        boolean flag = text.at(name.start() - 1) == '-' || text.at(name.start()) == '-';
        int next = blanks(at);
        if (flag && next > at && text.at(next) != '-' && !isLineEnd(next)) {
            argument(next, name.kind());
            return;
        }
        if (text.at(next) == '(' || (text.at(next) == ',' && wasQuoted)) {
            Quote quote = quote(space(next + 1));
            if (quote != null) {
                quoted(quote, name.kind());
            }
            return;
        }
        if (SecretTables.isBar(text.at(next)) || text.at(at) == '\t') {
            tables.cell(name, SecretTables.isBar(text.at(next)) ? next : at);
            return;
        }
        if (isLineEnd(next)) {
            int line = skipIndent(nextLine(next));
            if (!isLineEnd(line) && isNetrc(name, line)) {
                accept(line, netrcEnd(line), name.kind(), true);
                return;
            }
            nextMember(name, next);
            return;
        }
        if (next == at) {
            return;
        }
        if (text.says("by ", next)) {
            next = blanks(next + 3);
        }
        if (text.says("for ", next)) {
            int sign = next;
            while (sign - next < FAR && !isLineEnd(sign) && text.at(sign) != '=') {
                sign++;
            }
            if (text.at(sign) == '=') {
                value(name, blanks(sign + 1), false, Place.INLINE);
                return;
            }
        }
        Quote quote = quote(schemed(next));
        if (quote != null) {
            quoted(quote, name.kind());
            return;
        }
        if (isNetrc(name, next)) {
            int end = netrcEnd(next);
            accept(next, end, name.kind(), true);
            account(name.start(), end);
            return;
        }
        if (text.says("identified by", name.wordEnd() - 13)) {
            int end = next;
            while (text.at(end) > ' ' && text.at(end) != ';' && text.at(end) != ',' && end - next < LONGEST) {
                end++;
            }
            accept(next, end, name.kind(), true);
        } else if (text.says("htpasswd", name.wordEnd() - 8) || text.says("change_password", name.wordEnd() - 15)) {
            lastArgument(next);
        } else if (name.kind() == SecretNames.Kind.PASSWORD || isCode(name)) {
            words(name, next);
        } else if (name.kind() == SecretNames.Kind.SESSION && sessionId(next)) {
            return;
        } else {
            int end = next;
            while (text.at(end) > ' ' && end - next < LONGEST) {
                end++;
            }
            while (end > next && ".,;:)".indexOf(text.at(end - 1)) >= 0) {
                end--;
            }
            String plain = text.slice(next, end);
            if (plain.length() >= 12
                    && SecretValue.isStrange(plain)
                    && plain.chars().allMatch(c -> AsciiChars.word(c) || "+/=.-~".indexOf(c) >= 0)) {
                accept(next, end, name.kind(), true);
            }
        }
    }

    /** Reads the id that a few words behind a session have: {@code session expired: id=x}. */
    private boolean sessionId(int from) {
        for (int at = from; at - from < 30 && !isLineEnd(at); at++) {
            boolean id = text.says("id", at) && !AsciiChars.alnum(text.at(at - 1)) && !AsciiChars.alnum(text.at(at + 2));
            if (id && (text.at(at + 2) == '=' || text.at(at + 2) == ':')) {
                int value = blanks(at + 3);
                accept(value, bare(value, lineEnd(value)), SecretNames.Kind.SESSION, true);
                return true;
            }
        }
        return false;
    }

    /** Reads the value of a name that is a value itself, on the next line: {@code value: x}, or {@code : x}. */
    private void nextMember(SecretNames.Name name, int lineEnd) {
        int line = skipIndent(nextLine(lineEnd));
        int before = name.start() - 1;
        while (text.at(before) == ' ' || OPENERS.contains(text.at(before))) {
            before--;
        }
        if (text.at(before) == ':' || text.at(before) == '=') {
            for (String label : NEXT_LABELS) {
                int sign = line + label.length();
                if (text.says(label, line) && (text.at(blanks(sign)) == ':' || text.at(blanks(sign)) == '=')) {
                    value(name, blanks(blanks(sign) + 1), true, Place.LINE);
                    return;
                }
            }
        } else if (text.at(before) == '?' && text.at(line) == ':') {
            value(name, blanks(line + 1), true, Place.LINE);
        }
    }

    /** Reads the last argument of a command that has a password there. */
    private void lastArgument(int from) {
        int end = lineEnd(from);
        for (int at = from; at < end; at++) {
            end = text.at(at) == '|' || text.at(at) == ';' || text.at(at) == '>' ? at : end;
        }
        while (end > from && text.at(end - 1) <= ' ') {
            end--;
        }
        int at = end;
        while (at > from && text.at(at - 1) > ' ') {
            at--;
        }
        if (at > from) {
            argument(at, SecretNames.Kind.PASSWORD);
        }
    }

    private int netrcEnd(int from) {
        int end = from;
        while (text.at(end) > ' ' && end - from < LONGEST) {
            end++;
        }
        return end > from + 1 && text.at(from) != text.at(end - 1) && OPENERS.contains(text.at(end - 1)) ? end - 1 : end;
    }

    private boolean isNetrc(SecretNames.Name name, int next) {
        if (!text.says("password", name.start()) || name.end() - name.start() != 8) {
            return false;
        }
        int valueEnd = next;
        while (text.at(valueEnd) > ' ' && valueEnd - next < LONGEST) {
            valueEnd++;
        }
        int after = space(valueEnd);
        if (!(isLineEnd(blanks(valueEnd))
                || netrcEnd(next) < valueEnd
                || text.says("machine", after)
                || text.says("login", after)
                || text.says("account", after)
                || text.at(after) == '#')) {
            return false;
        }
        int from = Math.max(0, name.start() - FAR);
        String before = text.slice(from, name.start()).replace('\t', ' ');
        if (before.substring(before.lastIndexOf('\n') + 1).strip().startsWith("#")) {
            return false;
        }
        before = before.replace('\n', ' ');
        int login = before.lastIndexOf("login ");
        boolean near = login >= 0 && before.length() - login < 100 && words(before.substring(login + 6)) <= 3;
        return near
                || text.says("login", after)
                || before.strip().endsWith("login")
                || (beginsLine(name.start()) && before.contains("machine "));
    }

    /** Reads the value of a sentence that refers to a name before it. */
    private void referred(int from) {
        int first = Math.max(from, referred);
        referred = from + FAR;
        int before = text.at(first - 1);
        for (int at = first; at - from < FAR; at++) {
            int c = text.at(at);
            if (c == LookaheadText.NOTHING) {
                return;
            }
            boolean begins = before <= ' ' && FIRST_OF_REFERENCES.indexOf(c) >= 0;
            before = c;
            if (!begins) {
                continue;
            }
            for (String reference : REFERENCES) {
                if (text.says(reference, at)) {
                    int value = blanks(at + reference.length());
                    Quote quote = quote(value);
                    value = quote == null ? value : quote.content;
                    int end = value;
                    while (text.at(end) > ' '
                            && end - value < LONGEST
                            && (quote == null || text.at(end) != quote.mark)) {
                        end++;
                    }
                    while (end > value && ".,;:?)".indexOf(text.at(end - 1)) >= 0) {
                        end--;
                    }
                    int traits = SecretValue.traits(text.part(value, Math.min(end, value + JUDGED)));
                    if (end - value >= 6 && SecretValue.isStrange(traits & ~SecretValue.DIGITS, end - value, true, false)
                            || (end - value >= SHORTEST
                                    && text.hasDigitIn(value, end)
                                    && SecretValue.isStrange(text.slice(value, end)))) {
                        accept(value, end, SecretNames.Kind.PASSWORD, true);
                        return;
                    }
                }
            }
        }
    }

    private static final String FIRST_OF_REFERENCES = "iIeEcCsStThHjJdDèÈэЭuU";

    private static final List<String> REFERENCES = List.of(
            "it is ",
            "it's ",
            "it is: ",
            "es ist ",
            "es lautet ",
            "er ist ",
            "c'est ",
            "es ",
            "set it to ",
            "changed it to ",
            "to jest ",
            "het is ",
            "je to ",
            "det är ",
            "è ",
            "это ",
            "use ");

    /** Reads the second password of an entry, before or behind the first. */
    private void account(int start, int end) {
        int at = start - 1;
        while (start - at < FAR && at > 0 && !text.says("account", at) && !text.says("machine", at)) {
            at--;
        }
        int behind = space(end);
        int label = text.says("account", at) ? at : text.says("account", behind) ? behind : -1;
        if (label >= 0) {
            int from = space(label + 7);
            int to = from;
            while (text.at(to) > ' ' && to - from < LONGEST) {
                to++;
            }
            if (text.hasDigitIn(from, to) && SecretValue.isStrange(text.slice(from, to))) {
                accept(from, to, SecretNames.Kind.PASSWORD, true);
            }
        }
    }

    /** Reads a value in a sentence: a string, or a word that no language has, directly behind its name or behind a verb. */
    private void words(SecretNames.Name name, int from) {
        int at = from;
        boolean verb = false;
        boolean direct = true;
        boolean changed = false;
        boolean spelled = false;
        if (isOption(at) || (isPasswd(name) && isUser(word(at)))) {
            return;
        }
        for (int i = 0; i < MOST_WORDS; i++) {
            Quote quote = quote(at);
            if (quote != null) {
                if (verb) {
                    quoted(quote, name.kind());
                }
                return;
            }
            Word word = word(at);
            if (word.end == at) {
                return;
            }
            if (word.sign > at) {
                value(name, word.sign + 1, false, Place.INLINE);
                return;
            }
            boolean gap = i == 0 && at > 1 && text.at(at - 2) == ' ';
            if ((direct || verb)
                    && word.stop - at >= SHORTEST
                    && (SecretValue.isStrange(word.traits, word.stop - at, verb || pin, gap)
                            || word.is(Word.PASSWORD))
                    && !word.is(Word.CALL)) {
                accept(at, word.stop, pin ? SecretNames.Kind.PASSWORD : name.kind(), true);
                return;
            }
            if (spelled && word.stop - at >= SHORTEST && isPhraseTo(at, word.stop, 1)) {
                accept(at, word.stop, name.kind(), true);
                return;
            }
            spelled = word.is(Word.SPELLS);
            if (verb && isPhraseTo(at, lineEnd(at), FEWEST_WORDS)) {
                accept(at, lineEnd(at), name.kind(), true);
                return;
            }
            direct = isApposition(at);
            boolean colon = text.at(word.end - 1) == ':';
            verb = colon
                    || (word.is(Word.VERB) && (!word.is(Word.IN) || changed))
                    || (verb && word.is(Word.ARTICLE));
            changed = word.is(Word.CHANGE);
            if (!colon && word.stop < word.end && text.at(word.end - 1) != ',') {
                return;
            }
            at = blanks(word.end);
            if (colon) {
                if (isLineEnd(at)) {
                    nextLines(name, at, Place.INLINE);
                } else {
                    value(name, at, true, Place.INLINE);
                }
                return;
            }
        }
    }

    /** Returns whether an option of a command is there. */
    private boolean isOption(int at) {
        return text.at(at) == '-' && AsciiChars.letter(text.at(at + 1));
    }

    private boolean isPasswd(SecretNames.Name name) {
        return name.end() - name.start() == "passwd".length() && text.says("passwd", name.start());
    }

    /** Returns whether a word has small letters and hyphens alone, as names of users have. */
    private boolean isUser(Word word) {
        for (int at = word.start; at < word.end; at++) {
            int c = text.at(at);
            if ((c < 'a' || c > 'z') && c != '-' && c != '_') {
                return false;
            }
        }
        return true;
    }

    /** Returns whether a word belongs to the name before it, as in {@code parola d'accesso}. */
    private boolean isApposition(int at) {
        int first = AsciiChars.lower(text.at(at));
        return (first == 'd' || first == 'l') && (text.at(at + 1) == '\'' || text.at(at + 1) == '’');
    }

    private int quoteEnd(int from, int quote) {
        for (int at = from; at - from < JUDGED && !isLineEnd(at); at++) {
            if (text.at(at) == quote) {
                return at;
            }
        }
        return -1;
    }

    /** Returns whether a name is the end of a label of two or three words at the beginning of its line. */
    private boolean isLabelled(SecretNames.Name name) {
        int at = name.start() - 1;
        while (name.start() - at < 32 && (text.at(at) == ' ' || text.at(at) == '-' || Character.isLetter(text.at(at)))) {
            at--;
        }
        return text.at(at) == '\n' || text.at(at) == LookaheadText.NOTHING;
    }

    /** Returns whether a part of a line is words of small letters that make no sentence: a pass phrase. */
    private boolean isPhraseTo(int from, int to, int fewest) {
        return to - from <= JUDGED && isPhrase(text.slice(from, to).strip(), fewest);
    }

    private static boolean isPhrase(String rest, int fewest) {
        StringTokenizer words = new StringTokenizer(rest);
        int count = words.countTokens();
        boolean phrase = count >= fewest && count <= MOST_WORDS + 1;
        while (phrase && words.hasMoreTokens()) {
            String word = words.nextToken();
            phrase = word.length() >= 3
                    && isSmall(word, words.hasMoreTokens())
                    && !SENTENCE.contains(word)
                    && !word.endsWith("ed");
        }
        return phrase;
    }

    /** Returns whether a word has small letters alone; the last of a phrase may end otherwise. */
    private static boolean isSmall(String word, boolean alone) {
        int letters = 0;
        while (letters < word.length() && Character.isLowerCase(word.charAt(letters))) {
            letters++;
        }
        return letters == word.length() || (!alone && letters >= 3 && ".,;:)?".indexOf(word.charAt(letters)) < 0);
    }

    /** Returns the word at an index; those that were read last are known, because several names may be before one word. */
    private Word word(int at) {
        for (Word known : recent) {
            if (known.start == at) {
                return known;
            }
        }
        int end = at;
        int sign = at;
        while (text.at(end) > ' ' && end - at < LONGEST) {
            sign = sign == end && Character.isLetter(text.at(end)) ? end + 1 : sign;
            end++;
        }
        int stop = end;
        while (stop > at + 1 && (stop == end ? ".,;:?)\"" : ".;:)\"").indexOf(text.at(stop - 1)) >= 0) {
            stop--;
        }
        boolean assigned = sign > at && text.at(sign) == '=' && sign + 1 < end;
        int traits = SecretValue.traits(text.part(at, Math.min(stop, at + JUDGED)));
        Word word = new Word(at, end, stop, assigned ? sign : at, traits, kinds(at, stop));
        if (recent.size() == MOST_RECENT) {
            recent.removeFirst();
        }
        recent.addLast(word);
        return word;
    }

    /**
     * A word of a sentence.
     *
     * @param start the index of its first character
     * @param end the index behind it
     * @param stop the index behind it without the signs of a sentence
     * @param sign the index of the sign by which it assigns a value; {@code start} if there is none
     * @param traits its traits, as {@link SecretValue#traits} returns them
     * @param kinds what it is in a sentence, as bits
     */
    private record Word(int start, int end, int stop, int sign, int traits, int kinds) {
        /** A verb before a value. */
        static final int VERB = 1;
        /** A verb behind which any word is a password. */
        static final int SPELLS = 1 << 1;

        static final int ARTICLE = 1 << 2;
        /** A participle that {@code in} and a new value follow. */
        static final int CHANGE = 1 << 3;

        static final int IN = 1 << 4;
        /** A password, although it has letters alone. */
        static final int PASSWORD = 1 << 5;
        /** A call of a function. */
        static final int CALL = 1 << 6;

        boolean is(int kind) {
            return (kinds & kind) != 0;
        }
    }

    private int kinds(int from, int to) {
        String plain = text.slice(from, Math.min(to, from + JUDGED));
        String small = plain.length() < 12 ? plain.toLowerCase(Locale.ROOT) : "";
        return (isVerb(plain) ? Word.VERB : 0)
                | (SPELLS.contains(small) ? Word.SPELLS : 0)
                | (ARTICLES.contains(small) ? Word.ARTICLE : 0)
                | (CHANGES.contains(small) ? Word.CHANGE : 0)
                | (small.equals("in") ? Word.IN : 0)
                | (SecretValue.isScrambled(plain) || SecretValue.isCommon(plain) ? Word.PASSWORD : 0)
                | (plain.indexOf('(') >= 0 ? Word.CALL : 0);
    }

    private static boolean isVerb(String word) {
        if (word.length() < 2) {
            return !word.isEmpty() && SHORT_VERBS.contains(word);
        }
        int second = Character.toLowerCase(word.charAt(1));
        for (String verb : VERB_WORDS.beginningWith(Character.toLowerCase(word.charAt(0)), second)) {
            if (verb.equalsIgnoreCase(word)) {
                return true;
            }
        }
        return false;
    }

    private int blanks(int from) {
        int at = from;
        while (at - from < FAR && (text.at(at) == ' ' || text.at(at) == '\t')) {
            at++;
        }
        return at;
    }

    private int space(int from) {
        int at = from;
        while (at - from < FAR
                && (text.at(at) == ' '
                        || text.at(at) == '\t'
                        || text.at(at) == '\n'
                        || text.at(at) == '\r'
                        || (text.at(at) == '\\' && text.escaped(at + 1))
                        || text.escaped(at))) {
            at++;
        }
        return at;
    }

    // ---- quotes

    /**
     * An opening quote.
     *
     * @param mark the quote that closes it
     * @param slashes the number of backslashes before the quote
     * @param content the index behind it
     */
    record Quote(int mark, int slashes, int content) {
        int length() {
            return slashes + 1;
        }
    }

    /** Returns the quote that opens at an index, with the backslashes before it; null if none does. */
    @Nullable
    Quote quote(int from) {
        int at = from;
        while (at - from < 16 && text.at(at) == '\\') {
            at++;
        }
        int c = text.at(at);
        int mark = switch (c) {
            case '"', '\'', '`' -> c;
            case '“' -> '”';
            case '„' -> '“'; // or the one that closes in Polish
            case '«' -> '»';
            case '»' -> '«';
            case '‘' -> '’';
            case '‚' -> '‘';
            default -> 0;
        };
        if (mark == 0 || (at > from && !OPENERS.contains(c))) {
            return null;
        }
        int content = at + 1;
        if (c == '`' && text.at(content) == '`') {
            return null;
        }
        if ((c == '"' || c == '\'') && text.at(content) == c && text.at(content + 1) == c) {
            content += 2;
        }
        return new Quote(mark, at - from, content);
    }

    /** Returns the index of what closes a quote, with the backslashes before it; -1 if the line ends before. */
    int close(Quote quote) {
        int slashes = 0;
        for (int at = quote.content; at - quote.content < LONGEST; at++) {
            int c = text.at(at);
            if (c == LookaheadText.NOTHING || c == '\n') {
                return -1;
            }
            if (c == quote.mark || (quote.mark == '“' && c == '”')) {
                boolean triple = text.at(at + 1) == quote.mark && text.at(at + 2) == quote.mark;
                boolean doubled = !triple
                        && quote.slashes == 0
                        && quote.mark != '`'
                        && text.at(at + 1) == quote.mark
                        && at > quote.content;
                if (doubled && text.at(at + 2) > ' ' && ",;)}]".indexOf(text.at(at + 2)) < 0) {
                    at++;
                } else if (slashes % (2 * quote.slashes + 2) == quote.slashes) { // others are escaped backslashes
                    return at - quote.slashes;
                } else if (slashes < quote.slashes) {
                    return at - slashes;
                }
            }
            slashes = c == '\\' ? slashes + 1 : 0;
        }
        return -1;
    }

    void quoted(Quote quote, SecretNames.Kind kind) {
        int end = close(quote);
        if (end > quote.content) {
            int from = schemed(quote.content);
            accept(from, end, kind, true);
        }
    }

    /** Returns whether a value is the name of another one and its sign. */
    private boolean isMember(int from, int to) {
        int at = from;
        while (at < to && AsciiChars.letter(text.at(at))) {
            at++;
        }
        return at > from && at < to - 1 && text.at(at) == '=';
    }

    /** Returns the beginning of the password behind the name of a user; the same index if there is none. */
    private int behindUser(int from, int to) {
        int at = from;
        while (at < to && at - from < 64 && (AsciiChars.word(text.at(at)) || ".-@".indexOf(text.at(at)) >= 0)) {
            at++;
        }
        return text.at(at) == ':' && at > from && at < to - 1 && text.at(at + 1) != '/' ? at + 1 : from;
    }

    /** Notes a value if it is a secret. */
    void accept(int from, int to, SecretNames.Kind kind, boolean sure) {
        int start = from;
        int end = to;
        while (start < end && text.at(start) <= ' ') {
            start++;
        }
        while (end > start && text.at(end - 1) <= ' ') {
            end--;
        }
        if (pin && !SecretValue.isPin(text.part(start, end))) {
            return;
        }
        if ((text.at(start) == '{' && (text.at(start + 1) == '\\' || text.at(start + 1) == '"'))
                || (login && isMember(start, end))) {
            return;
        }
        int password = login ? behindUser(start, end) : start;
        if (password > start) {
            login = false;
            accept(password, end, SecretNames.Kind.PASSWORD, sure);
            return;
        }
        if (end > start
                && end - start <= LONGEST
                && SecretValue.isSecret(text.slice(start, Math.min(end, start + JUDGED)), kind, sure)) {
            put(start, end);
        }
    }
}
