package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.Json;
import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import java.util.List;

/** Service accounts have no rules of their own, only a column. */
final class ServiceAccountStrategy implements ResourceStrategy {
    @Override
    public List<TableColumn> columns() {
        return List.of(Columns.number(
                "Secrets",
                "how many secrets it refers to",
                account -> Json.items(account, "secrets").size()));
    }
}
