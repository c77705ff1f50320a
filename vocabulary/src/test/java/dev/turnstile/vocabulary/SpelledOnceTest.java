package dev.turnstile.vocabulary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Reads the main code of the modules that share the words. A word that is spelled elsewhere as well can be misspelled,
 * and a search for its uses misses it; a word without a use promises what nobody does.
 */
class SpelledOnceTest {
    private static final List<String> MODULES =
            List.of("scheduler-core", "shared-model", "service-shell", "worker-service", "manager-service");

    /** The same letters for another thing, each with its file. One that does not occur any more has to go from here. */
    private static final Set<String> OTHER_THINGS = Set.of(
            // the kind
            "AdmissionCheck.java: AdmissionCheck",
            "KueueKinds.java: AdmissionCheck",
            // upstream's feature gate
            "UpstreamGates.java: MultiKueue");

    private static final Map<Path, Source> SOURCES = new TreeMap<>();
    private static final List<Word> WORDS = new ArrayList<>();

    @BeforeAll
    static void read() throws IOException, ClassNotFoundException {
        for (String module : MODULES) {
            List<Path> files = javaFiles(Path.of("..", module, "src", "main", "java"));
            assertThat(files).as("main code of %s", module).hasSizeGreaterThan(50);
            files.forEach(file -> SOURCES.put(file, Source.of(file)));
        }
        for (Path file : javaFiles(Path.of("src", "main", "java"))) {
            String name = file.getFileName().toString().replace(".java", "");
            if (!name.equals("module-info") && !name.equals("package-info")) {
                Class<?> type = Class.forName("dev.turnstile.vocabulary." + name);
                if (type.isEnum()) {
                    Stream.of(type.getEnumConstants()).map(Word.class::cast).forEach(WORDS::add);
                }
            }
        }
        assertThat(WORDS).hasSizeGreaterThan(120);
    }

    private static List<Path> javaFiles(Path root) throws IOException {
        try (Stream<Path> walk = Files.walk(root)) {
            return walk.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void noWordIsALiteralElsewhere() {
        Set<String> texts = WORDS.stream().map(Word::text).collect(Collectors.toSet());
        Set<String> found = new TreeSet<>();
        SOURCES.forEach((file, source) -> source.literals().stream()
                .filter(texts::contains)
                .forEach(literal -> found.add(file.getFileName() + ": " + literal)));

        assertThat(found)
                .as("words of the vocabulary as literals: use the constant; for another thing, list it above")
                .containsExactlyInAnyOrderElementsOf(OTHER_THINGS);
    }

    @Test
    void everyWordHasAUse() {
        List<String> unused = WORDS.stream()
                .filter(word -> SOURCES.values().stream().noneMatch(source -> source.uses(word)))
                .map(word -> word.getClass().getSimpleName() + "." + ((Enum<?>) word).name())
                .toList();

        assertThat(unused).as("words that no main code uses").isEmpty();
    }

    @Test
    void aTextIsSpelledOnceInEachKind() {
        Map<String, Long> count = WORDS.stream()
                .collect(Collectors.groupingBy(
                        word -> word.getClass().getSimpleName() + " " + word.text(), Collectors.counting()));

        assertThat(count).allSatisfy((_, times) -> assertThat(times).isOne());
    }

    @Test
    void aSourceIsReadAsItsCompilerReadsIt() {
        Source source = Source.of("""
            import some.Kind;
            class A { // "comment"
                /* "comment" */ @JsonProperty("Annotated") String a = "one\\"" + 'c' + '"' + "two";
                int b = switch (reason) { case Kind.THIRD, FOURTH -> Kind.FIFTH; };
            }
            """);

        assertThat(source.literals()).containsExactly("one\\\"", "two");
        assertThat(source.uses("Kind", "THIRD")).isTrue();
        assertThat(source.uses("Kind", "FOURTH")).isTrue();
        assertThat(source.uses("Kind", "FIFTH")).isTrue();
        assertThat(source.uses("Kind", "SIXTH")).isFalse();
        assertThat(source.uses("Other", "FOURTH")).isFalse();
    }

    /**
     * A Java file.
     *
     * @param code without comments and literals
     * @param literals but for those of {@code @JsonProperty}, which takes nothing but a literal
     */
    private record Source(String code, List<String> literals) {
        private static final Pattern TOKEN = Pattern.compile(
                "//[^\n]*|/\\*.*?\\*/|'(?:\\\\.|[^'\\\\])+'|\"\"\".*?\"\"\"|\"((?:\\\\.|[^\"\\\\\n])*)\"",
                Pattern.DOTALL);

        static Source of(Path file) {
            try {
                return of(Files.readString(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        static Source of(String text) {
            List<String> literals = new ArrayList<>();
            StringBuilder code = new StringBuilder();
            var tokens = TOKEN.matcher(text);
            while (tokens.find()) {
                tokens.appendReplacement(code, " ");
                String literal = tokens.group(1);
                if (literal != null && !code.toString().stripTrailing().endsWith("@JsonProperty(")) {
                    literals.add(literal);
                }
            }
            return new Source(tokens.appendTail(code).toString(), literals);
        }

        boolean uses(Word word) {
            return uses(((Enum<?>) word).getDeclaringClass().getSimpleName(), ((Enum<?>) word).name());
        }

        boolean uses(String kind, String constant) {
            return code.contains(kind)
                    && Pattern.compile(
                                    "\\b" + kind + "\\.(?:" + constant + ")\\b|\\b" + kind
                                            + "\\b.*\\bcase\\b[^:;{}]*?\\b" + constant + "\\b[^:;{}]*->",
                                    Pattern.DOTALL)
                            .matcher(code)
                            .find();
        }
    }
}
