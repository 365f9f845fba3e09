package dev.dropbehind.testing;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.UUID;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** Databases with the tables of the service, empty. */
public final class Database {

    private Database() {}

    /** Returns one that is gone with the process. */
    public static DataSource inMemory() {
        String url = "jdbc:h2:mem:" + UUID.randomUUID()
                + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH;DB_CLOSE_DELAY=-1";
        return migrated(url, "sa", "");
    }

    /** Returns one at an address. */
    public static DataSource migrated(String url, String user, String password) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(4);
        DataSource database = new HikariDataSource(config);
        Flyway.configure().dataSource(database).load().migrate();
        return database;
    }
}
