package dev.plumbline.postgresql;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The address of a database: {@code postgresql://user@host:port/database?parameter=value}, as libpq and psql have it,
 * with the parameters of the driver. Several hosts are separated by commas. It has no password.
 *
 * @param user the role; empty for the driver's own
 * @param hosts hosts and ports
 * @param database the database, with its parameters
 */
record DatabaseAddress(String user, String hosts, String database) {
    private static final String FORM = "an address is postgresql://user@host:port/database";

    /**
     * Parses an address.
     *
     * @throws IllegalArgumentException for another form, and for a password, which would be seen in lists of processes
     */
    static DatabaseAddress parse(String uri) {
        int scheme = uri.indexOf("://");
        if (scheme < 0 || !(uri.startsWith("postgresql:") || uri.startsWith("postgres:"))) {
            throw new IllegalArgumentException(FORM + "; this one has another scheme");
        }
        String rest = uri.substring(scheme + "://".length());
        int path = rest.indexOf('/');
        if (path < 0 || path == rest.length() - 1) {
            throw new IllegalArgumentException(FORM + "; this one names no database");
        }
        String authority = rest.substring(0, path);
        int at = authority.lastIndexOf('@');
        String user = at < 0 ? "" : authority.substring(0, at);
        if (user.contains(":") || rest.substring(path).contains("password=")) {
            throw new IllegalArgumentException(
                    "an address must not contain a password; set PGPASSWORD, or the builder's password");
        }
        return new DatabaseAddress(
                URLDecoder.decode(user, StandardCharsets.UTF_8), authority.substring(at + 1), rest.substring(path + 1));
    }

    PGSimpleDataSource source() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL("jdbc:postgresql://" + hosts + "/" + database);
        if (!user.isEmpty()) {
            source.setUser(user);
        }
        return source;
    }
}
