package dev.plumbline.redis;

import java.io.IOException;
import redis.clients.jedis.HostAndPort;

/** An error that a server answered. Its message has the code of the error, never its text, which may have arguments. */
final class ServerRefusalException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String code;

    ServerRefusalException(HostAndPort node, String text) {
        this(code(text), node);
    }

    private ServerRefusalException(String code, HostAndPort node) {
        super("the Redis server " + node + " refused an operation: " + code + "; " + remedy(code));
        this.code = code;
    }

    /** Returns the first word of the error, such as {@code OOM}. */
    String code() {
        return code;
    }

    private static String code(String text) {
        String word = text.split(" ", 2)[0];
        return word.matches("[A-Z]{2,20}") ? word : "ERR";
    }

    private static String remedy(String code) {
        return switch (code) {
            case "OOM" -> "its memory is full: raise maxmemory, or set maxmemory-policy volatile-lru";
            case "WRONGPASS", "NOAUTH" -> "user or password are not accepted; see RedisServer.withPassword";
            case "NOPERM" -> "the user needs the commands and keys of docs/teams.md";
            case "READONLY" -> "it is a replica: use the address of the primary, or redis+sentinel://";
            case "LOADING" -> "it is reading its data; try again";
            case "CLUSTERDOWN", "MASTERDOWN", "TRYAGAIN" -> "the cluster is changing; try again";
            case "WRONGTYPE" -> "another program has a key of that name; set another prefix";
            case "MOVED", "ASK" -> "it is a node of a cluster: use redis+cluster://";
            default -> "see its log";
        };
    }
}
