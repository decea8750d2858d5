package dev.plumbline.postgresql;

import dev.plumbline.provider.Secret;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** Opens connections with the password that the secret has now, so that a rotated one is used for the next connection. */
record PasswordDataSource(PGSimpleDataSource source, Optional<Secret> password) implements DataSource {

    @Override
    public Connection getConnection() throws SQLException {
        if (password.isEmpty()) {
            return source.getConnection();
        }
        char[] revealed = password.get().reveal();
        try {
            return source.getConnection(source.getUser(), new String(revealed));
        } finally {
            Arrays.fill(revealed, '\0');
        }
    }

    @Override
    public Connection getConnection(String user, String given) throws SQLException {
        return source.getConnection(user, given);
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return source.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) {
        source.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) {
        // the driver would start a thread for it; its time limits for connecting and reading serve as well
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() {
        return source.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return source.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return source.isWrapperFor(type);
    }

    @Override
    public String toString() {
        return "PasswordDataSource[hidden]";
    }
}
