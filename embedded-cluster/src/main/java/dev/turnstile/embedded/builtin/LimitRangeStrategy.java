package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.Json;
import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import java.util.List;

/** Limit ranges are data, with the column that kubectl shows. */
final class LimitRangeStrategy implements ResourceStrategy {
    @Override
    public boolean wholeTable() {
        return true;
    }

    @Override
    public List<TableColumn> columns() {
        return List.of(
                Columns.NAME,
                Columns.text(
                        "Created At",
                        "when it was created",
                        0,
                        range -> Json.text(range, "metadata", "creationTimestamp")));
    }
}
