package dev.turnstile.service.transcript;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the API said to a request: an object, or a refusal.
 *
 * @param object what it gave back; empty where it refused
 * @param refusal the refusal's Status
 */
record Answer(ObjectNode object, @Nullable ObjectNode refusal) {
    private static final Pattern PREFIX =
            Pattern.compile("^(admission webhook \"[^\"]*\" denied the request: |[\\w.]+ \"[^\"]*\" is invalid: \\[?)");
    private static final Pattern FIELD = Pattern.compile("^[a-zA-Z]+[\\w.\\[\\]/*-]*(?=: )");
    private static final Pattern VALUE =
            Pattern.compile("(Invalid value|Unsupported value|Duplicate value|Too long|Too many): "
                    + "(\"(\\\\.|[^\"])*\"|[\\w.-]+|\\{.*})(: |$)");
    private static final Pattern WORD = Pattern.compile("[a-zA-Z][a-zA-Z0-9]{2,}");
    private static final double SAME = 0.6;

    static Answer accepted(ObjectNode object) {
        return new Answer(object, null);
    }

    static Answer refused(ApiException e) {
        return new Answer(Json.object(), e.status());
    }

    private String said() {
        return refusal == null ? "accepted" : "refused: " + Json.text(refusal, "message");
    }

    /**
     * What is not as recorded: whether it was refused, about which field, and whether the message says the same. Code,
     * prefix and printed value are not compared.
     */
    List<Difference> differences(JsonNode recorded, Names names, Rules rules) {
        boolean expectedRefusal = Json.number(recorded, 200, "code") >= 400;
        String message = Json.text(recorded, "message");
        List<Difference> found = new ArrayList<>();
        if (expectedRefusal != (refusal != null)) {
            found.add(new Difference("", "answer", "", expectedRefusal ? "refused: " + message : "accepted", said()));
        } else if (refusal != null) {
            String plain = PREFIX.matcher(message).replaceFirst("");
            var field = FIELD.matcher(plain);
            String told = names.text(Json.text(refusal, "message") + " " + refusal.path("details"));
            if (field.find() && !names(told, field.group())) {
                found.add(new Difference("", "answer", "field", field.group(), said()));
            }
            Set<String> expectedWords = words(VALUE.matcher(plain).replaceAll(""));
            Set<String> same = new HashSet<>(expectedWords);
            same.retainAll(words(told));
            if (same.size() < SAME * expectedWords.size() && !rules.sayTheSame(message, told)) {
                found.add(new Difference("", "answer", "message", plain, said()));
            }
        }
        return found;
    }

    /**
     * Whether a refusal names a field: itself, or what it is in together with its own name, as a rule on the whole says
     * {@code spec: lendingLimit must be nil when cohort is empty}.
     */
    private static boolean names(String told, String field) {
        if (told.contains(field)) {
            return true;
        }
        List<String> parts = List.of(field.split("[.\\[]"));
        String own = parts.stream()
                .filter(part -> part.matches("[a-zA-Z]\\w*"))
                .reduce((_, later) -> later)
                .orElse(field);
        return told.contains(parts.getFirst()) && told.contains(own);
    }

    private static Set<String> words(String text) {
        Set<String> words = new TreeSet<>();
        WORD.matcher(text).results().forEach(word -> words.add(word.group().toLowerCase(Locale.ROOT)));
        return words;
    }
}
