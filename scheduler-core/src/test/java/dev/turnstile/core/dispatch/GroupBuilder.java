package dev.turnstile.core.dispatch;

import dev.turnstile.vocabulary.CheckState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A group in the words of a story; as it starts, its workload holds quota since 12:00 and its check is pending. */
public final class GroupBuilder {

    private boolean exists = true;
    private boolean active = true;
    private Optional<Instant> reservedSince = Optional.of(Times.at("12:00:00"));
    private boolean evicted;
    private Optional<Finish> finished = Optional.empty();
    private CheckState check = CheckState.PENDING;
    private CheckMessage checkMessage = CheckMessage.NONE;
    private Optional<String> clusterName = Optional.empty();
    private List<String> nominated = List.of();
    private Optional<Instant> nominatedAt = Optional.empty();
    private Optional<RememberedUngating> lastUngated = Optional.empty();
    private final List<ClusterView> clusters = new ArrayList<>();

    private GroupBuilder() {}

    public static GroupBuilder aWaitingWorkload() {
        return new GroupBuilder();
    }

    public static GroupBuilder placedOn(String cluster) {
        GroupBuilder group = new GroupBuilder();
        group.check = CheckState.READY;
        group.clusterName = Optional.of(cluster);
        return group;
    }

    /** Nominated everywhere, as all at once does. */
    public static GroupBuilder offeredTo(ClusterBuilder... clusters) {
        GroupBuilder group = new GroupBuilder().clusters(clusters);
        return group.nominated(
                "12:00:00", group.clusters.stream().map(ClusterView::name).toArray(String[]::new));
    }

    public GroupBuilder clusters(ClusterBuilder... builders) {
        Arrays.stream(builders).map(ClusterBuilder::view).forEach(clusters::add);
        return this;
    }

    public GroupBuilder nominated(String time, String... names) {
        nominated = List.of(names);
        nominatedAt = names.length == 0 ? Optional.empty() : Optional.of(Times.at(time));
        return this;
    }

    public GroupBuilder reservedSince(String time) {
        reservedSince = Optional.of(Times.at(time));
        return this;
    }

    public GroupBuilder withoutReservation() {
        reservedSince = Optional.empty();
        return this;
    }

    public GroupBuilder deleted() {
        exists = false;
        return this;
    }

    public GroupBuilder deactivated() {
        active = false;
        return this;
    }

    public GroupBuilder evicted() {
        evicted = true;
        return this;
    }

    public GroupBuilder finished() {
        finished = Optional.of(new Finish("Succeeded", "done"));
        return this;
    }

    public GroupBuilder check(CheckState state, String message) {
        check = state;
        checkMessage = CheckMessage.parse(message);
        return this;
    }

    public GroupBuilder clusterName(String name) {
        clusterName = Optional.of(name);
        return this;
    }

    public GroupBuilder remembers(String annotation) {
        lastUngated = RememberedUngating.parse(annotation);
        return this;
    }

    public Group group() {
        LocalWorkload local = new LocalWorkload(
                "team/job-a",
                "v7",
                exists,
                active,
                reservedSince,
                evicted,
                finished,
                check,
                checkMessage,
                clusterName,
                nominated,
                nominatedAt,
                lastUngated);
        return new Group(local, clusters);
    }
}
