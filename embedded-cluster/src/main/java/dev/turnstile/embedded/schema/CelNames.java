package dev.turnstile.embedded.schema;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Escapes field names that are no identifiers of CEL, as Kubernetes does. */
final class CelNames {

    private static final Set<String> RESERVED = Set.of(
            "true",
            "false",
            "null",
            "in",
            "as",
            "break",
            "const",
            "continue",
            "else",
            "for",
            "function",
            "if",
            "import",
            "let",
            "loop",
            "package",
            "namespace",
            "return",
            "var",
            "void",
            "while");

    private CelNames() {}

    /** Null for names that cannot be escaped; expressions cannot refer to such fields. */
    static @Nullable String escape(String name) {
        if (name.isEmpty() || Character.isDigit(name.charAt(0))) {
            return null;
        }
        if (RESERVED.contains(name)) {
            return "__" + name + "__";
        }
        StringBuilder escaped = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '_' && i + 1 < name.length() && name.charAt(i + 1) == '_') {
                escaped.append("__underscores__");
                i++;
            } else if (c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
                escaped.append(c);
            } else if (c == '.') {
                escaped.append("__dot__");
            } else if (c == '-') {
                escaped.append("__dash__");
            } else if (c == '/') {
                escaped.append("__slash__");
            } else {
                return null;
            }
        }
        return escaped.toString();
    }
}
