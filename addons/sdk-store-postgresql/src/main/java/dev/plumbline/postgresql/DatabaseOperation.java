package dev.plumbline.postgresql;

import java.sql.Connection;
import java.sql.SQLException;

/** The statements of one operation, on a connection that is released after it. They may be repeated after a failure. */
@FunctionalInterface
interface DatabaseOperation<T> {
    T on(Connection connection) throws SQLException;
}
