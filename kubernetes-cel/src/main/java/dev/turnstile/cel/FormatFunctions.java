package dev.turnstile.cel;

import static dev.turnstile.cel.CelArguments.STRING;

import dev.cel.common.types.ListType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.turnstile.cel.CelFunction.Argument;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Kubernetes' text formats in expressions: {@code format.dns1123Label().validate(name)} is empty when the name is one.
 */
final class FormatFunctions {

    private static final OpaqueType TYPE = OpaqueType.create("kubernetes.NamedFormat");
    private static final Argument<NamedFormat> FORMAT = new Argument<>(TYPE, NamedFormat.class);

    private FormatFunctions() {}

    static List<CelFunction> all() {
        List<CelFunction> functions = new ArrayList<>();
        for (NamedFormat format : NamedFormat.values()) {
            functions.add(CelFunction.constant("format." + format.celName(), TYPE, arguments -> format));
        }
        functions.add(CelFunction.global(
                "format.named", "format-named", OptionalType.create(TYPE), STRING, NamedFormat::named));
        functions.add(CelFunction.member(
                "validate",
                "format-validate",
                OptionalType.create(ListType.create(SimpleType.STRING)),
                FORMAT,
                STRING,
                (format, text) -> {
                    List<String> problems = format.problems(text);
                    return problems.isEmpty() ? Optional.empty() : Optional.of(problems);
                }));
        return functions;
    }
}
