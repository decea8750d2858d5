package dev.plumbline.redis;

import dev.plumbline.provider.Secret;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;

/**
 * The parts of the URI of a server.
 *
 * @param kind one server, Sentinels, or a cluster
 * @param nodes the addresses in the URI, at least one
 * @param primary the name of the primary that Sentinels watch; otherwise empty
 * @param user the ACL user; empty for the default one
 */
record ServerAddress(
        Kind kind,
        boolean isTls,
        List<HostAndPort> nodes,
        String primary,
        int database,
        String user,
        @Nullable Secret password) {
    private static final int PORT = 6379;
    private static final int SENTINEL_PORT = 26379;
    private static final Pattern SCHEME = Pattern.compile("(rediss?)(?:\\+(sentinel|cluster))?");
    private static final Pattern NODE = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^:\\[\\]/?#@]+)(?::([0-9]{1,5}))?");

    /** What the addresses of a URI are. */
    enum Kind {
        SINGLE,
        SENTINEL,
        CLUSTER
    }

    static ServerAddress parse(String text) {
        URI uri = uri(text);
        Matcher scheme = SCHEME.matcher(String.valueOf(uri.getScheme()));
        if (!scheme.matches() || uri.getRawAuthority() == null) {
            throw wrong("it begins with redis://, rediss://, redis+sentinel:// or redis+cluster://");
        }
        Kind kind = scheme.group(2) == null
                ? Kind.SINGLE
                : scheme.group(2).equals("cluster") ? Kind.CLUSTER : Kind.SENTINEL;
        String authority = uri.getRawAuthority();
        int login = authority.lastIndexOf('@');
        String[] user =
                login < 0 ? new String[] {""} : authority.substring(0, login).split(":", 2);
        List<HostAndPort> nodes = nodes(authority.substring(login + 1), kind);
        List<String> path = path(uri, kind);
        return new ServerAddress(
                kind,
                scheme.group(1).equals("rediss"),
                nodes,
                kind == Kind.SENTINEL ? path.get(0) : "",
                database(path.get(path.size() - 1)),
                decoded(user[0]),
                user.length == 2 ? Secret.of(decoded(user[1]).toCharArray()) : null);
    }

    private static URI uri(String text) {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException hidden) { // its message has the text, and with it a password
            throw wrong("a character in it is not allowed; write it as %XX");
        }
    }

    private static List<HostAndPort> nodes(String hosts, Kind kind) {
        List<HostAndPort> nodes = new ArrayList<>();
        for (String host : hosts.split(",", -1)) {
            Matcher node = NODE.matcher(host);
            if (!node.matches()) {
                throw wrong("each server is host or host:port, separated by commas");
            }
            String port = node.group(2);
            int usual = kind == Kind.SENTINEL ? SENTINEL_PORT : PORT;
            nodes.add(new HostAndPort(node.group(1), port == null ? usual : Integer.parseInt(port)));
        }
        if (nodes.size() > 1 && kind == Kind.SINGLE) {
            throw wrong("several servers need redis+sentinel:// or redis+cluster://");
        }
        return List.copyOf(nodes);
    }

    /** Returns the name of the primary, if there are Sentinels, and the database. */
    private static List<String> path(URI uri, Kind kind) {
        String path = uri.getPath() == null ? "" : uri.getPath().replaceFirst("^/", "");
        if (kind != Kind.SENTINEL) {
            return List.of(path);
        }
        String[] parts = path.split("/", 2);
        if (parts[0].isEmpty()) {
            throw wrong("the path of redis+sentinel:// is the name of the primary, as in /mymaster");
        }
        return List.of(parts[0], parts.length == 2 ? parts[1] : "");
    }

    private static int database(String text) {
        if (!text.matches("[0-9]{0,4}")) {
            throw wrong("the end of its path is the number of a database, as in /0");
        }
        return text.isEmpty() ? 0 : Integer.parseInt(text);
    }

    private static String decoded(String part) {
        return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static IllegalArgumentException wrong(String rule) {
        return new IllegalArgumentException(
                "the URI of a Redis server is not understood: " + rule + "; for example redis://user@localhost:6379/0");
    }

    /** Returns the addresses without user and password. */
    @Override
    public String toString() {
        return (isTls ? "rediss" : "redis") + (kind == Kind.SINGLE ? "" : " " + kind) + " " + nodes;
    }
}
