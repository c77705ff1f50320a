package dev.turnstile.embedded.schema;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rules at one position of a schema and below it; positions without rules have no node. */
record RuleNode(
        Schema schema,
        CelShape shape,
        List<Rule> rules,
        List<RuleNode> allOf,
        Map<String, RuleNode> properties,
        @Nullable RuleNode items,
        @Nullable RuleNode additionalProperties) {}
