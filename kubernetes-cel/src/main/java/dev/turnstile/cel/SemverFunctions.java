package dev.turnstile.cel;

import static dev.turnstile.cel.CelArguments.BOOL;
import static dev.turnstile.cel.CelArguments.STRING;

import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.turnstile.cel.CelFunction.Argument;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

final class SemverFunctions {

    private static final OpaqueType TYPE = OpaqueType.create("kubernetes.Semver");
    private static final Argument<Version> SEMVER = new Argument<>(TYPE, Version.class);

    private SemverFunctions() {}

    static List<CelFunction> all() {
        return List.of(
                CelFunction.global("semver", "string_to_semver", TYPE, STRING, text -> Version.of(text, false)),
                CelFunction.global("semver", "string_bool_to_semver", TYPE, STRING, BOOL, Version::of),
                CelFunction.global(
                        "isSemver",
                        "is_semver_string",
                        SimpleType.BOOL,
                        STRING,
                        text -> Version.parse(text, false).isPresent()),
                CelFunction.global(
                        "isSemver",
                        "is_semver_string_bool",
                        SimpleType.BOOL,
                        STRING,
                        BOOL,
                        (text, normalize) -> Version.parse(text, normalize).isPresent()),
                CelFunction.member("major", "semver_major", SimpleType.INT, SEMVER, Version::major),
                CelFunction.member("minor", "semver_minor", SimpleType.INT, SEMVER, Version::minor),
                CelFunction.member("patch", "semver_patch", SimpleType.INT, SEMVER, Version::patch),
                CelFunction.member(
                        "isGreaterThan",
                        "semver_is_greater_than",
                        SimpleType.BOOL,
                        SEMVER,
                        SEMVER,
                        (a, b) -> a.compareTo(b) > 0),
                CelFunction.member(
                        "isLessThan",
                        "semver_is_less_than",
                        SimpleType.BOOL,
                        SEMVER,
                        SEMVER,
                        (a, b) -> a.compareTo(b) < 0),
                CelFunction.member("compareTo", "semver_compare_to", SimpleType.INT, SEMVER, SEMVER, (a, b) ->
                        (long) Integer.signum(a.compareTo(b))));
    }

    /** A version; build metadata after a {@code +} is ignored in comparisons. */
    record Version(long major, long minor, long patch, List<String> before) implements Comparable<Version> {

        private static final Pattern STRICT = Pattern.compile(
                "(0|[1-9]\\d{0,17})\\.(0|[1-9]\\d{0,17})\\.(0|[1-9]\\d{0,17})(?:-([0-9A-Za-z.-]+))?(?:\\+[0-9A-Za-z.-]+)?");
        private static final Pattern LENIENT = Pattern.compile(
                "v?0*(\\d{1,18}?)(?:\\.0*(\\d{1,18}?))?(?:\\.0*(\\d{1,18}?))?(?:-([0-9A-Za-z.-]+))?(?:\\+[0-9A-Za-z.-]+)?");

        static Version of(String text, boolean normalize) {
            return parse(text, normalize)
                    .orElseThrow(() -> new IllegalArgumentException("No Major.Minor.Patch elements found in " + text));
        }

        static Optional<Version> parse(String text, boolean normalize) {
            Matcher form = (normalize ? LENIENT : STRICT).matcher(text);
            if (!form.matches()) {
                return Optional.empty();
            }
            String before = form.group(4);
            return Optional.of(new Version(
                    number(form.group(1)),
                    number(form.group(2)),
                    number(form.group(3)),
                    before == null ? List.of() : List.of(before.split("\\.", -1))));
        }

        private static long number(@Nullable String digits) {
            return digits == null ? 0 : Long.parseLong(digits);
        }

        @Override
        public int compareTo(Version other) {
            int order = Long.compare(major, other.major);
            order = order != 0 ? order : Long.compare(minor, other.minor);
            order = order != 0 ? order : Long.compare(patch, other.patch);
            if (order != 0 || before.equals(other.before)) {
                return order;
            }
            if (before.isEmpty() || other.before.isEmpty()) {
                return before.isEmpty() ? 1 : -1;
            }
            for (int i = 0; i < Math.min(before.size(), other.before.size()); i++) {
                int part = comparePart(before.get(i), other.before.get(i));
                if (part != 0) {
                    return part;
                }
            }
            return Integer.compare(before.size(), other.before.size());
        }

        private static int comparePart(String a, String b) {
            boolean numberA = a.matches("\\d{1,18}");
            boolean numberB = b.matches("\\d{1,18}");
            if (numberA && numberB) {
                return Long.compare(Long.parseLong(a), Long.parseLong(b));
            }
            return numberA != numberB ? (numberA ? -1 : 1) : a.compareTo(b);
        }
    }
}
