package dev.turnstile.service.transcript;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Where we differ from the recordings on purpose; read from {@code differences.yaml}, which gives each rule's reason. A
 * path is an object's kind and name, a space, and the field; {@code *} stands for anything.
 */
record Rules(
        List<Ignored> ignored,
        List<Replacement> replacements,
        List<Replacement> renames,
        List<Pattern> dropped,
        List<Pattern> repeatedEvents,
        List<Pattern> passingEvents,
        List<Pattern> memberEvents,
        List<Pattern> passingChecks,
        List<OwnEvent> ownEvents,
        List<OwnEvent> lackingEvents,
        List<Said> conditions,
        List<Pattern> additions,
        Map<String, Boolean> features,
        List<Meaning> refusals,
        List<Pattern> lackingMetrics,
        List<Steps> unplayed,
        List<Steps> notCompared,
        List<Steps> atOnce,
        List<Steps> notAnswered,
        Pace pace) {

    /** One text for another; of what the pattern finds, where there is one, its groups may be kept. */
    record Replacement(Pattern from, String to) {}

    /**
     * A condition as it is recorded, and what we say instead.
     *
     * @param gates the state that all preemption gates of the object have; empty where that does not matter
     */
    record Said(String type, String reason, Pattern message, String gates, JsonNode with) {
        boolean fits(ObjectNode condition) {
            return Json.text(condition, "type").equals(type)
                    && Json.text(condition, "reason").equals(reason)
                    && message.matcher(Json.text(condition, "message")).matches();
        }
    }

    /** What is not compared, everywhere or in some steps of one story. */
    record Ignored(Pattern path, Pattern recorded, Pattern ours, String story, int from, int to) {}

    /** An event that only one side tells. */
    record OwnEvent(Pattern reason, Pattern message) {}

    /** How a refusal is worded in the recordings, and how by us. */
    record Meaning(Pattern recorded, Pattern ours) {}

    /** Some steps of a story. */
    record Steps(String story, int from, int to) {
        boolean include(String name, int step) {
            return story.equals(name) && step >= from && step <= to;
        }
    }

    static Rules read() {
        try (InputStream file = Rules.class.getResourceAsStream("differences.yaml")) {
            return of(YAMLMapper.builder().build().readTree(Objects.requireNonNull(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Rules of(JsonNode file) {
        List<Ignored> ignored = new ArrayList<>();
        file.path("ignore")
                .forEach(rule -> ignored.add(new Ignored(
                        glob(Json.text(rule, "path")),
                        glob(rule.path("recorded").asString("*")),
                        glob(rule.path("ours").asString("*")),
                        Json.text(rule, "story"),
                        (int) Json.number(rule, 1, "from"),
                        (int) Json.number(rule, Integer.MAX_VALUE, "to"))));
        List<Pattern> dropped = new ArrayList<>();
        file.path("drop").forEach(rule -> dropped.add(glob(Json.text(rule, "field"))));
        List<Pattern> repeated = new ArrayList<>();
        file.path("repeatedEvents").forEach(rule -> repeated.add(glob(Json.text(rule, "reason"))));
        List<Pattern> passing = new ArrayList<>();
        file.path("passingEvents").forEach(rule -> passing.add(glob(Json.text(rule, "reason"))));
        List<Pattern> ofMembers = new ArrayList<>();
        file.path("memberEvents").forEach(rule -> ofMembers.add(glob(Json.text(rule, "reason"))));
        List<Pattern> checks = new ArrayList<>();
        file.path("passingChecks").forEach(rule -> checks.add(glob(Json.text(rule, "state"))));
        List<Said> conditions = new ArrayList<>();
        file.path("conditions")
                .forEach(rule -> conditions.add(new Said(
                        Json.text(rule, "type"),
                        Json.text(rule, "reason"),
                        glob(rule.path("message").asString("*")),
                        Json.text(rule, "gates"),
                        rule.path("with"))));
        List<Pattern> additions = new ArrayList<>();
        file.path("additions").forEach(rule -> additions.add(Pattern.compile(Json.text(rule, "text"))));
        Map<String, Boolean> features = new TreeMap<>();
        file.path("features").forEach(rule -> features.put(Json.text(rule, "name"), Json.flag(rule, "on")));
        List<Meaning> refusals = new ArrayList<>();
        file.path("refusals")
                .forEach(rule ->
                        refusals.add(new Meaning(glob(Json.text(rule, "recorded")), glob(Json.text(rule, "ours")))));
        List<Pattern> lacking = new ArrayList<>();
        file.path("lackingMetrics").forEach(rule -> lacking.add(glob(Json.text(rule, "series"))));
        return new Rules(
                ignored,
                replacements(file.path("replace"), "text"),
                replacements(file.path("rename"), "field"),
                dropped,
                repeated,
                passing,
                ofMembers,
                checks,
                events(file.path("ownEvents")),
                events(file.path("lackingEvents")),
                conditions,
                additions,
                features,
                refusals,
                lacking,
                steps(file.path("notPlayed")),
                steps(file.path("notCompared")),
                steps(file.path("atOnce")),
                steps(file.path("notAnswered")),
                Pace.of(file.path("pace")));
    }

    private static List<OwnEvent> events(JsonNode rules) {
        List<OwnEvent> found = new ArrayList<>();
        rules.forEach(rule -> found.add(new OwnEvent(
                glob(Json.text(rule, "reason")), glob(rule.path("message").asString("*")))));
        return found;
    }

    private static List<Steps> steps(JsonNode rules) {
        List<Steps> found = new ArrayList<>();
        for (JsonNode rule : rules) {
            int from = (int) Json.number(rule, 1, "from");
            found.add(new Steps(Json.text(rule, "story"), from, (int) Json.number(rule, Integer.MAX_VALUE, "to")));
        }
        return found;
    }

    private static List<Replacement> replacements(JsonNode rules, String from) {
        List<Replacement> found = new ArrayList<>();
        rules.forEach(rule -> found.add(
                rule.has("pattern")
                        ? new Replacement(Pattern.compile(Json.text(rule, "pattern")), Json.text(rule, "with"))
                        : new Replacement(
                                Pattern.compile(Json.text(rule, from), Pattern.LITERAL),
                                Matcher.quoteReplacement(Json.text(rule, "with")))));
        return found;
    }

    private static Pattern glob(String text) {
        StringBuilder pattern = new StringBuilder();
        for (String part : text.splitWithDelimiters("\\*", 0)) {
            pattern.append(part.equals("*") ? ".*" : Pattern.quote(part));
        }
        return Pattern.compile(pattern.toString(), Pattern.DOTALL);
    }

    boolean plays(String story, int step) {
        return unplayed.stream().noneMatch(rule -> rule.include(story, step));
    }

    /** Whether what a step ends in is compared; else only what the steps behind it end in. */
    boolean compares(String story, int step) {
        return notCompared.stream().noneMatch(rule -> rule.include(story, step));
    }

    /**
     * Whether it was recorded in the middle of something: while upstream waited with what we do at once, or between the
     * eviction of a job and the release of its quota.
     */
    boolean passes(Collection<ObjectNode> recorded) {
        return recorded.stream()
                .filter(object -> Json.text(object, "kind").equals("Workload"))
                .anyMatch(workload -> isBeingEvicted(workload)
                        || Json.items(workload, "status", "admissionChecks").stream()
                                .map(check -> Json.text(check, "state"))
                                .anyMatch(state -> passingChecks.stream()
                                        .anyMatch(rule -> rule.matcher(state).matches())));
    }

    private static boolean isBeingEvicted(ObjectNode workload) {
        ApiObject object = new ApiObject(workload);
        boolean ofJob =
                object.ownerReferences().stream().anyMatch(owner -> owner.kind().equals("Job"));
        return ofJob && holds(object, "Evicted") && holds(object, "QuotaReserved") && !holds(object, "Finished");
    }

    private static boolean holds(ApiObject object, String type) {
        return object.condition(type)
                .filter(condition -> Json.text(condition, "status").equals("True"))
                .isPresent();
    }

    /** Whether an event of that reason may be about any member of a group. */
    boolean isOfAnyMember(String reason) {
        return memberEvents.stream().anyMatch(rule -> rule.matcher(reason).matches());
    }

    /** Whether a step's requests were answered before a controller had heard of those of the step before. */
    boolean atOnce(String story, int step) {
        return atOnce.stream().anyMatch(rule -> rule.include(story, step));
    }

    /** Whether the answer that was recorded is to one of the step's requests. */
    boolean answers(String story, int step) {
        return notAnswered.stream().noneMatch(rule -> rule.include(story, step));
    }

    boolean ignores(String story, int step, Difference difference) {
        String path = difference.object() + " " + difference.field();
        return ignored.stream()
                .filter(rule -> rule.story().isEmpty()
                        || (rule.story().equals(story) && step >= rule.from() && step <= rule.to()))
                .anyMatch(rule -> rule.path().matcher(path).matches()
                        && rule.recorded().matcher(difference.expected()).matches()
                        && rule.ours().matcher(difference.got()).matches());
    }

    /** Whether a series, name and labels, is not ours to measure. */
    boolean lacksMetric(String series) {
        return lackingMetrics.stream().anyMatch(rule -> rule.matcher(series).matches());
    }

    /** Whether two refusals mean the same although they are worded otherwise. */
    boolean sayTheSame(String recorded, String ours) {
        return refusals.stream()
                .anyMatch(rule -> rule.recorded().matcher(recorded).matches()
                        && rule.ours().matcher(ours).matches());
    }

    /** Whether an event of that reason may come again, or not come again, without a meaning. */
    boolean mayRepeat(String reason) {
        return repeatedEvents.stream().anyMatch(rule -> rule.matcher(reason).matches());
    }

    /** Whether an event of that reason may come or not where what it tells of is over by the end of the step. */
    boolean mayPass(String reason) {
        return passingEvents.stream().anyMatch(rule -> rule.matcher(reason).matches());
    }

    /** Whether only we tell of that. */
    boolean onlyWeTell(String reason, String message) {
        return told(ownEvents, reason, message);
    }

    /** Whether only the recordings tell of that. */
    boolean weDoNotTell(String reason, String message) {
        return told(lackingEvents, reason, message);
    }

    private static boolean told(List<OwnEvent> rules, String reason, String message) {
        return rules.stream()
                .anyMatch(rule -> rule.reason().matcher(reason).matches()
                        && rule.message().matcher(message).matches());
    }

    /** One of our objects without what we say more than the recordings do. */
    JsonNode withoutAdditions(JsonNode node) {
        return Texts.changed(node, this::withoutAdditions);
    }

    private String withoutAdditions(String seen) {
        String text = seen;
        for (Pattern addition : additions) {
            text = addition.matcher(text).replaceAll("");
        }
        return text;
    }

    /** With our names for what the recording names otherwise. */
    JsonNode renamed(JsonNode node) {
        if (node.isString()) {
            return JsonNodeFactory.instance.stringNode(renamed(node.asString()));
        }
        if (node instanceof ArrayNode) {
            ArrayNode result = JsonNodeFactory.instance.arrayNode();
            node.forEach(item -> result.add(renamed(item)));
            return result;
        }
        if (node instanceof ObjectNode) {
            ObjectNode result = JsonNodeFactory.instance.objectNode();
            node.properties().forEach(entry -> result.set(renamed(entry.getKey()), renamed(entry.getValue())));
            for (Replacement rename : renames) {
                JsonNode moved = result.remove(rename.from().pattern());
                if (moved != null) {
                    result.set(rename.to(), moved);
                }
            }
            retell(result, "");
            if (result.has("preemptionGates")) {
                List<String> gates = result.path("preemptionGates")
                        .valueStream()
                        .map(gate -> gate.path("state").asString(""))
                        .distinct()
                        .toList();
                result.path("conditions").forEach(condition -> retell((ObjectNode) condition, String.join(",", gates)));
            }
            return result;
        }
        return node;
    }

    private void retell(ObjectNode condition, String gates) {
        conditions.stream()
                .filter(rule -> rule.gates().equals(gates) && rule.fits(condition))
                .forEach(rule ->
                        rule.with().properties().forEach(field -> condition.set(field.getKey(), field.getValue())));
    }

    private String renamed(String text) {
        String result = text;
        for (Replacement replacement : replacements) {
            result = replacement.from().matcher(result).replaceAll(replacement.to());
        }
        return result;
    }

    /** A request without the fields that we do not have, and with our names. */
    JsonNode request(JsonNode node) {
        return withoutDropped(renamed(node));
    }

    private JsonNode withoutDropped(JsonNode node) {
        if (node instanceof ObjectNode object) {
            List<String> names =
                    object.properties().stream().map(Map.Entry::getKey).toList();
            names.stream()
                    .filter(name ->
                            dropped.stream().anyMatch(rule -> rule.matcher(name).matches()))
                    .forEach(object::remove);
        }
        node.forEach(this::withoutDropped);
        return node;
    }

    /** What controllers are started with: ours by name, and as the recordings' defaults were. */
    Settings settings(Settings recorded) {
        Map<String, Boolean> all = new TreeMap<>(features);
        recorded.features().forEach((name, on) -> all.put(renamed(name), on));
        return new Settings(all, pace.configuration(recorded.configuration()));
    }
}
