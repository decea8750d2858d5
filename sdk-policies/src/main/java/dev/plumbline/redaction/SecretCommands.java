package dev.plumbline.redaction;

import java.util.List;
import java.util.Locale;

/** Reads the passwords of commands: behind flags, in logins, and what one command says to another. Used by one thread, for one text. */
final class SecretCommands {
    private static final List<String> LONG_FLAGS = List.of("user", "proxy-user", "auth", "cert");

    private static final List<String> PERCENT = List.of("smbclient", "winexe", "rpcclient");

    private static final List<String> A_FLAG = List.of("redis-cli", "iredis");

    private static final List<String> W_FLAG =
            List.of("ldapsearch", "ldapadd", "ldapmodify", "ldapwhoami", "ldapdelete", "ldappasswd");

    private static final List<String> P_FLAG =
            List.of("mosquitto_", "sqlcmd", "bcp", "zip", "unzip", "ipmitool", "isql", "snmp");

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

    private static final int SNMP = 1 << 12;

    /** A command that takes a password behind the name of a user. */
    private static final int SHARES = 1 << 14;

    private static final int DESKTOPS = 1 << 15;

    private static final int SIGNS = 1 << 16;

    private static final List<String> SIGN_COMMANDS = List.of("signtool");

    private static final List<String> SHARE_COMMANDS = List.of("net use");

    private static final List<String> DESKTOP_COMMANDS = List.of("rdp");

    private static final List<String> SNMPS = List.of("snmp");

    /** A command whose option with that letter is about folders. */
    private static final int FOLDERS = 1 << 13;

    private static final List<String> FOLDER_COMMANDS =
            List.of("mkdir", "cp ", "install", "docker run", "podman run", "tar ");

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
            "rdesktop",
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

    private final LookaheadText text;
    private final SecretLines lines;
    private final SecretReader reader;
    private final SecretLines.Memo run = new SecretLines.Memo();
    private final SecretLines.Memo part = new SecretLines.Memo();
    private int commandEnd = -1;
    private int commandFrom;
    private int judgedTo;
    private int command;
    /** Where the last option with the name of a user is. */
    private int userFlag = -1;

    private int echoLine = -1;
    private String echoReader = "";

    SecretCommands(LookaheadText text, SecretLines lines, SecretReader reader) {
        this.text = text;
        this.lines = lines;
        this.reader = reader;
    }

    void flag(int index) {
        int letter = text.at(index);
        if (text.at(index - 1) == '/') {
            if (text.at(index - 2) <= ' ') {
                slashed(index);
            }
            return;
        }
        if (text.at(index - 1) != '-' || "pPuUaAwkNsScX".indexOf(letter) < 0) {
            return;
        }
        if (text.at(index - 2) == '-' && text.at(index - 3) <= ' ') {
            for (String flag : LONG_FLAGS) {
                int behind = index + flag.length();
                if (text.says(flag, index)
                        && (text.at(behind) == ' ' || text.at(behind) == '=')
                        && (command(index - 2) & LOGIN) != 0) {
                    login(lines.blanks(behind + 1), ':');
                }
            }
        }
        if (text.at(index - 2) > ' ') {
            return;
        }
        if (letter == 'S' || letter == 's') {
            if (letter == 's' && (command(index - 2) & SMALL_W) != 0) {
                argument(lines.blanks(index + 1), SecretNames.Kind.PASSWORD);
            } else if (letter == 'S' && text.says("sudo ", index - 6)) {
                given(index);
            }
            return;
        }
        boolean login = letter == 'u' || letter == 'U';
        boolean attached = text.at(index + 1) > ' ';
        userFlag = login && !attached ? index : userFlag;
        int at = attached ? index + 1 : lines.blanks(index + 1);
        int its = command(index - 2);
        if (login || (letter == 'a' && (its & HTTP) != 0) || (letter == 'A' && (its & HTTP) != 0)) {
            if ((its & LOGIN) != 0) {
                login(at, (its & LFTP) != 0 ? ',' : (its & SMB) != 0 ? '%' : ':');
            }
        } else if ((its & (attached ? JOINED : needed(letter))) != 0
                || (!attached
                        && letter == 'p'
                        && userFlag >= commandFrom
                        && (its & (JOINED | FOLDERS)) == 0
                        && isWord(at))) {
            argument(at, SecretNames.Kind.PASSWORD);
        }
    }

    /** Reads the password behind an option of Windows: {@code /user:anna x}, {@code /p:x}. */
    private void slashed(int index) {
        if (text.says("user:", index) && (command(index - 1) & SHARES) != 0) {
            int end = argumentEnd(index);
            int next = lines.blanks(end);
            if (next > end && !lines.isLineEnd(next) && text.at(next) != '/' && text.at(next) != '*') {
                argument(next, SecretNames.Kind.PASSWORD);
            }
        } else if (text.says("p ", index) && (command(index - 1) & SIGNS) != 0) {
            argument(lines.blanks(index + 1), SecretNames.Kind.PASSWORD);
        } else if (text.says("p:", index) && (command(index - 1) & DESKTOPS) != 0) {
            argument(index + 2, SecretNames.Kind.PASSWORD);
        }
    }

    /** Returns whether an argument is not a number of a port, a folder or another option. */
    private boolean isWord(int at) {
        int end = at;
        boolean letter = false;
        while (text.at(end) > ' ' && end - at < SecretLines.JUDGED) {
            letter |= Character.isLetter(text.at(end));
            end++;
        }
        return letter && "/.-~".indexOf(text.at(at)) < 0;
    }

    /** Reads the text that a line gives to its command: {@code <<< 'x'}. */
    private void given(int from) {
        int end = lines.lineEnd(from);
        for (int at = from; at < end && at - from < SecretLines.FAR; at++) {
            if (text.at(at) == '<' && text.says("<<<", at)) {
                argument(lines.blanks(at + 3), SecretNames.Kind.PASSWORD);
                return;
            }
        }
    }

    /** Returns the commands that take a password behind a flag. */
    private static int needed(int letter) {
        return switch (letter) {
            case 'p' -> SMALL_P;
            case 'a' -> SMALL_A;
            case 'w' -> SMALL_W;
            case 'k' -> SMALL_K;
            case 'c', 'X' -> SNMP;
            case 'N' -> CAPITAL_N;
            default -> CAPITAL_P;
        };
    }

    /** Returns whether the command before an index searches texts, so that a name in it has no value. */
    boolean isSearch(int index) {
        return (command(index) & SEARCH) != 0;
    }

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
        while (from > 0 && from > commandEnd && index - from < SecretLines.FAR && !divides(from - 1)) {
            from--;
        }
        if (from != commandEnd) {
            commandFrom = from;
            judgedTo = from;
            command = 0;
        }
        commandEnd = index;
        int length = Math.min(index - commandFrom, SecretLines.FAR);
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
                    | bit(plain, SNMPS, SNMP)
                    | bit(plain, SHARE_COMMANDS, SHARES)
                    | bit(plain, DESKTOP_COMMANDS, DESKTOPS)
                    | bit(plain, SIGN_COMMANDS, SIGNS)
                    | bit(plain, FOLDER_COMMANDS, FOLDERS)
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

    /** Reads what a command says to another that reads a password, or what it gives to a login. */
    void echoed(int index) {
        if (text.says("login ", index - 4)) {
            if (text.says("vault ", index - 10)) {
                argument(lines.blanks(index + 2), SecretNames.Kind.KEY);
            } else if (text.says("sp_add", index - 10)) {
                secondString(lines.blanks(index + 2));
            }
            return;
        }
        boolean echo = text.says("echo ", index - 3) && text.at(index - 4) <= ' ';
        if (!echo) {
            return;
        }
        int end = lines.lineEnd(index);
        if (echoLine != end) {
            echoLine = end;
            String rest = text.slice(index, Math.min(end, index + Detector.LONGEST));
            echoReader = rest.indexOf('|') < 0 ? "" : rest.substring(rest.indexOf('|'));
        }
        String reader = echoReader;
        int next = lines.blanks(index + 2);
        while (text.at(next) == '-') {
            while (text.at(next) > ' ') {
                next++;
            }
            next = lines.blanks(next);
        }
        if (reader.contains("chpasswd")) {
            login(next, ':');
        } else if (isCommand(reader, STDIN)) {
            argument(next, SecretNames.Kind.PASSWORD);
        }
    }

    private void secondString(int from) {
        SecretLines.Quote user = lines.quote(from);
        int end = user == null ? -1 : lines.close(user);
        int next = end < 0 || text.at(end + 1) != ',' ? -1 : lines.blanks(end + 2);
        SecretLines.Quote password = next < 0 ? null : lines.quote(next);
        if (password != null) {
            reader.quoted(password, SecretNames.Kind.PASSWORD);
        }
    }

    void argument(int start, SecretNames.Kind kind) {
        int at = text.says("pass:", start) ? start + 5 : start;
        SecretLines.Quote quote = lines.quote(at);
        if (quote != null) {
            reader.quoted(quote, kind);
            return;
        }
        int end = argumentEnd(at);
        boolean named = kind == SecretNames.Kind.SECRET
                && text.says("password", end - 8)
                && text.at(end) == ' '
                && text.at(end + 1) > ' ';
        reader.accept(at, run.set(at, end), named ? SecretNames.Kind.RANDOM : kind, true);
    }

    /** Returns the end of an argument without quotes. */
    int argumentEnd(int at) {
        int end = run.has(at) ? run.to() : at;
        while (end - at < Detector.LONGEST
                && (text.at(end) > ' ' || (text.at(end) == ' ' && text.at(end - 1) == '\\'))
                && !SecretLines.OPENERS.contains(text.at(end))) {
            end++;
        }
        return end;
    }

    void login(int start, char divider) {
        SecretLines.Quote quote = lines.quote(start);
        int from = quote == null ? start : quote.content();
        int close = quote == null ? from + Detector.LONGEST : lines.close(quote);
        int at = from;
        while (at < close && text.at(at) != divider && (quote != null || text.at(at) > ' ')) {
            at++;
        }
        if (at < close && text.at(at) == divider) {
            int end = quote == null ? at + 1 : close;
            while (quote == null && text.at(end) > ' ' && end - at <= Detector.LONGEST) {
                end++;
            }
            reader.accept(at + 1, end, SecretNames.Kind.PASSWORD, true);
        }
    }

    /** Reads the last string in the arguments of a function. */
    void lastString(int from) {
        SecretLines.Quote last = null;
        for (int at = from; at - from < SecretLines.FAR && text.at(at) != ')' && !lines.isLineEnd(at); at++) {
            SecretLines.Quote next = SecretLines.isQuote(text.at(at)) ? lines.quote(at) : null;
            int end = next == null ? -1 : lines.close(next);
            last = end < 0 ? last : next;
            at = Math.max(at, end);
        }
        if (last != null) {
            reader.quoted(last, SecretNames.Kind.PASSWORD);
        }
    }

    /** Reads the last argument of a command that has a password there. */
    void lastArgument(int from) {
        int end = part.has(from) ? part.to() : lines.lineEnd(from);
        for (int at = from; at < end && !part.has(from); at++) {
            end = text.at(at) == '|' || text.at(at) == ';' || text.at(at) == '>' ? at : end;
        }
        part.set(from, end);
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
}
