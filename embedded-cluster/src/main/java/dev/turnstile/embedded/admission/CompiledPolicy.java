package dev.turnstile.embedded.admission;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.turnstile.cel.CelCompileException;
import dev.turnstile.cel.CelEnvironment;
import dev.turnstile.cel.CelExpression;
import dev.turnstile.cel.CelTypeNames;
import dev.turnstile.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A compiled ValidatingAdmissionPolicy; {@code errors} says what does not compile, and where. */
record CompiledPolicy(
        ObjectNode policy,
        Map<String, CelExpression> variables,
        List<Condition> conditions,
        List<Validation> validations,
        Map<String, CelExpression> auditAnnotations,
        List<FieldError> errors) {

    /** One validation of a policy. */
    record Validation(
            CelExpression expression,
            @Nullable CelExpression messageExpression,
            String message,
            String reason,
            String source) {}

    @SuppressWarnings("Immutable") // the map is a copy
    private record VariableType(StructType type) implements CelTypeProvider {
        @Override
        public ImmutableCollection<CelType> types() {
            return ImmutableList.of(type);
        }

        @Override
        public Optional<CelType> findType(String name) {
            return name.equals(type.name()) ? Optional.of(type) : Optional.empty();
        }
    }

    static CompiledPolicy of(ObjectNode policy) {
        return new Compiler(policy).compile();
    }

    String name() {
        return policy.path("metadata").path("name").asString("");
    }

    boolean failsOpen() {
        return policy.path("spec").path("failurePolicy").asString("Fail").equals("Ignore");
    }

    private static final class Compiler {
        private final ObjectNode policy;
        private final JsonNode spec;
        private final boolean params;
        private final Map<String, CelExpression> variables = new LinkedHashMap<>();
        private final List<FieldError> errors = new ArrayList<>();

        Compiler(ObjectNode policy) {
            this.policy = policy;
            this.spec = policy.path("spec");
            this.params = spec.path("paramKind").isObject();
        }

        CompiledPolicy compile() {
            int position = 0;
            for (JsonNode variable : spec.path("variables")) {
                String place = "spec.variables[" + position++ + "].expression";
                CelExpression expression =
                        expression(environment(), variable.path("expression"), place, type -> true, "");
                if (expression != null) {
                    variables.put(variable.path("name").asString(""), expression);
                }
            }
            CelEnvironment environment = environment();
            List<Condition> conditions = new ArrayList<>();
            position = 0;
            for (JsonNode condition : spec.path("matchConditions")) {
                String place = "spec.matchConditions[" + position++ + "].expression";
                CelExpression expression = bool(environment, condition.path("expression"), place);
                if (expression != null) {
                    conditions.add(new Condition(condition.path("expression").asString(""), expression));
                }
            }
            List<Validation> validations = new ArrayList<>();
            position = 0;
            for (JsonNode validation : spec.path("validations")) {
                Validation compiled = validation(environment, validation, "spec.validations[" + position++ + "]");
                if (compiled != null) {
                    validations.add(compiled);
                }
            }
            Map<String, CelExpression> annotations = new LinkedHashMap<>();
            position = 0;
            for (JsonNode annotation : spec.path("auditAnnotations")) {
                String place = "spec.auditAnnotations[" + position++ + "].valueExpression";
                CelExpression expression =
                        expression(environment, annotation.path("valueExpression"), place, type -> true, "");
                if (expression != null) {
                    annotations.put(annotation.path("key").asString(""), expression);
                }
            }
            return new CompiledPolicy(policy, variables, conditions, validations, annotations, List.copyOf(errors));
        }

        private @Nullable Validation validation(CelEnvironment environment, JsonNode source, String place) {
            CelExpression expression = bool(environment, source.path("expression"), place + ".expression");
            JsonNode messageSource = source.path("messageExpression");
            CelExpression message = messageSource.asString("").isBlank()
                    ? null
                    : expression(
                            environment,
                            messageSource,
                            place + ".messageExpression",
                            type -> type.equals(SimpleType.STRING) || type.equals(SimpleType.DYN),
                            "must evaluate to string");
            return expression == null
                    ? null
                    : new Validation(
                            expression,
                            message,
                            source.path("message").asString("").strip(),
                            source.path("reason").asString("Invalid"),
                            source.path("expression").asString("").strip());
        }

        private @Nullable CelExpression bool(CelEnvironment environment, JsonNode source, String place) {
            return expression(
                    environment,
                    source,
                    place,
                    type -> type.equals(SimpleType.BOOL) || type.equals(SimpleType.DYN),
                    "must evaluate to bool");
        }

        private @Nullable CelExpression expression(
                CelEnvironment environment, JsonNode source, String place, Predicate<CelType> fits, String rule) {
            String text = source.asString("");
            if (text.isBlank()) {
                errors.add(FieldError.required(place, "expression is not specified"));
                return null;
            }
            try {
                CelExpression expression = environment.compile(text);
                if (fits.test(expression.resultType())) {
                    return expression;
                }
                errors.add(
                        FieldError.invalid(place, text, rule + " but got " + CelTypeNames.of(expression.resultType())));
            } catch (CelCompileException e) {
                errors.add(FieldError.invalid(place, text, "compilation failed: " + e.getMessage()));
            }
            return null;
        }

        /** A variable can refer to the variables that are declared before it. */
        @SuppressWarnings("Immutable") // the map is a copy
        private CelEnvironment environment() {
            ImmutableMap.Builder<String, CelType> fields = ImmutableMap.builder();
            variables.forEach((name, expression) -> fields.put(name, expression.resultType()));
            ImmutableMap<String, CelType> known = fields.buildOrThrow();
            StructType type = StructType.create(
                    "kubernetes.variables", known.keySet(), name -> Optional.ofNullable(known.get(name)));
            return new CelEnvironment(RequestVariables.types(params, type), new VariableType(type));
        }
    }
}
