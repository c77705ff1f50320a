package dev.turnstile.service.transcript;

import dev.turnstile.embedded.testing.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * Folders of stories as tests, one per file, several at a time. Property {@code transcripts} names another folder,
 * {@code transcripts.only} the beginnings of the names of those to be played, {@code transcripts.steps} how many steps
 * may differ before a story is given up, {@code transcripts.parallel} how many are played at a time.
 */
public final class Transcripts implements AutoCloseable {
    private static final Path RECORDED = Path.of("..", "service-shell", "src", "test", "resources", "transcripts");
    /** Our own stories, of the same form: where we do better than what was recorded. */
    private static final Path OWN = RECORDED.resolveSibling("own-transcripts");

    private static final int MINUTES = 30;
    /** After so long no further variation is begun, so that the last ones end in six minutes. */
    private static final Duration VARIATIONS = Duration.ofMinutes(4);

    private final ControllersUnderTest tested;
    private final ExecutorService players;
    private final AtomicInteger passed = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger notBegun = new AtomicInteger();

    /** Tests of the stories with these controllers. */
    public Transcripts(ControllersUnderTest tested) {
        this(tested, 1);
    }

    /**
     * Tests of stories of several clusters, so that fewer are played at a time.
     *
     * @param clusters that a story has
     */
    public Transcripts(ControllersUnderTest tested, int clusters) {
        this.tested = tested;
        int normally = TestCluster.chosen() == TestCluster.Kind.EMBEDDED ? 8 : 3;
        this.players = Executors.newFixedThreadPool(
                Integer.getInteger("transcripts.parallel", (normally + clusters - 1) / clusters));
    }

    /** One test per story that has so many clusters; those with long waits on embedded clusters only. */
    public Stream<DynamicTest> tests(IntPredicate clusters) {
        Rules rules = Rules.read();
        return stories(clusters, rules).stream()
                .map(story -> test(story.name(), players.submit(() -> play(story, rules, Variation.NONE))))
                .toList()
                .stream();
    }

    /**
     * One test per story that has so many clusters, each played in a variation that follows from the seed; no more are
     * begun than can be played in six minutes.
     */
    public Stream<DynamicTest> variations(IntPredicate clusters, long seed) {
        Rules rules = Rules.read();
        List<Story> stories = new ArrayList<>(stories(clusters, rules));
        Collections.shuffle(stories, new Random(seed));
        Instant end = Instant.now().plus(VARIATIONS);
        List<DynamicTest> tests = new ArrayList<>();
        for (Story story : stories) {
            Variation variation = Variation.of(seed + story.name().hashCode(), story);
            if (!variation.kinds().isEmpty()) {
                tests.add(test(
                        story.name() + ", " + seed + " " + variation.kinds(),
                        players.submit(() -> playUntil(end, story, rules, variation))));
            }
        }
        return tests.stream();
    }

    private List<Difference> playUntil(Instant end, Story story, Rules rules, Variation variation)
            throws InterruptedException {
        if (Instant.now().isAfter(end)) {
            notBegun.incrementAndGet();
            return List.of();
        }
        return play(story, rules, variation);
    }

    private static List<Story> stories(IntPredicate clusters, Rules rules) {
        String other = System.getProperty("transcripts");
        List<String> only = List.of(System.getProperty("transcripts.only", "").split(",", -1));
        boolean embedded = TestCluster.chosen() == TestCluster.Kind.EMBEDDED;
        List<Path> folders = other == null ? List.of(RECORDED, OWN) : List.of(Path.of(other));
        return folders.stream()
                .flatMap(Transcripts::files)
                .filter(file -> only.stream().anyMatch(name(file)::startsWith) && rules.plays(name(file), 1))
                .map(Story::read)
                .filter(story -> !story.steps().isEmpty()
                        && clusters.test(story.clusters().size()))
                .filter(story -> embedded
                        || story.longestWait(step -> rules.plays(story.name(), step))
                                <= rules.pace().longest())
                .toList();
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException("the stories in " + folder + " cannot be read", e);
        }
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName()).replaceFirst("\\.yaml$", "");
    }

    private List<Difference> play(Story story, Rules rules, Variation variation) throws InterruptedException {
        try (StoryPlayer player = new StoryPlayer(story, rules, tested, variation)) {
            return player.play(Integer.getInteger("transcripts.steps", 3));
        }
    }

    private DynamicTest test(String name, Future<List<Difference>> differences) {
        return DynamicTest.dynamicTest(name, () -> check(name, outcome(name, differences)));
    }

    private static String outcome(String name, Future<List<Difference>> differences) throws InterruptedException {
        try {
            return differences.get(MINUTES, TimeUnit.MINUTES).stream()
                    .map(difference -> "  " + difference)
                    .collect(Collectors.joining("\n"));
        } catch (ExecutionException e) {
            return "  " + name + " could not be played: " + e.getCause();
        } catch (TimeoutException e) {
            differences.cancel(true);
            return "not over after " + MINUTES + " minutes";
        }
    }

    private void check(String name, String differences) {
        if (differences.isEmpty()) {
            passed.incrementAndGet();
            return;
        }
        failed.incrementAndGet();
        print(differences);
        throw new AssertionError(name + " is not told as recorded:\n" + differences);
    }

    @SuppressWarnings("SystemOut") // for those who run it, like a test runner's own lines
    private static void print(String text) {
        System.out.println(text);
    }

    /** Ends the players and says how many stories passed. */
    @Override
    public void close() {
        players.shutdownNow();
        String late = notBegun.get() == 0 ? "" : ", of which " + notBegun + " were not begun in time";
        print(passed + " passed" + late + ", " + failed + " failed");
    }
}
