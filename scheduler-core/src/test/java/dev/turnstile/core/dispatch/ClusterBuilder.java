package dev.turnstile.core.dispatch;

import dev.turnstile.core.message.Message;
import dev.turnstile.core.waiting.StoredWait;
import java.time.Instant;
import java.util.Optional;

/** One cluster of a test's group, in the words of a story: {@code cluster("a").closed().asks("12:00:01")}. */
public final class ClusterBuilder {

    private final String name;
    private boolean configured = true;
    private Connection connection = new Connection.Connected();
    private Optional<Remote> other = Optional.of(new Remote.Absent());
    private RemoteJob job = new RemoteJob.Absent();
    private Optional<Refusal> refusal = Optional.empty();
    private Optional<JobReading> reading = Optional.empty();
    private String uid;
    private String version = "1";
    private SpecMatch specMatch = SpecMatch.SAME;
    private Gate gate = new Gate.None();
    private Optional<Sighting> signal = Optional.empty();
    private Optional<Sighting> reservation = Optional.empty();
    private Optional<Instant> admission = Optional.empty();
    private boolean evicted;
    private Optional<Finish> finished = Optional.empty();
    private Optional<Replica.WaitReason> waitsFor = Optional.empty();

    private ClusterBuilder(String name) {
        this.name = name;
        this.uid = "uid-" + name;
    }

    /** A connected cluster of the config with nothing in it. */
    public static ClusterBuilder cluster(String name) {
        return new ClusterBuilder(name);
    }

    public ClusterBuilder replica() {
        other = Optional.empty();
        return this;
    }

    public ClusterBuilder uid(String value) {
        uid = value;
        return replica();
    }

    public ClusterBuilder version(String value) {
        version = value;
        return replica();
    }

    public ClusterBuilder closed() {
        gate = new Gate.Closed(Optional.of(Times.at("11:59:00")));
        return replica();
    }

    public ClusterBuilder closedSince(String time) {
        gate = new Gate.Closed(Optional.of(Times.at(time)));
        return replica();
    }

    public ClusterBuilder closedWithoutStatus() {
        gate = new Gate.Closed(Optional.empty());
        return replica();
    }

    public ClusterBuilder open(String time) {
        gate = new Gate.Open(Times.at(time));
        return replica();
    }

    public ClusterBuilder asks(String time) {
        signal = Optional.of(Times.sighting(time));
        return replica();
    }

    public ClusterBuilder asks(String writtenAt, String seenAt) {
        signal = Optional.of(new Sighting(Times.at(writtenAt), Times.at(seenAt)));
        return replica();
    }

    public ClusterBuilder reserved(String time) {
        reservation = Optional.of(Times.sighting(time));
        return replica();
    }

    public ClusterBuilder reserved(String writtenAt, String seenAt) {
        reservation = Optional.of(new Sighting(Times.at(writtenAt), Times.at(seenAt)));
        return replica();
    }

    public ClusterBuilder admitted(String time) {
        admission = Optional.of(Times.at(time));
        return reserved(time);
    }

    public ClusterBuilder evicted() {
        evicted = true;
        return replica();
    }

    public ClusterBuilder finished(String reason, String message) {
        finished = Optional.of(new Finish(reason, message));
        return replica();
    }

    public ClusterBuilder waits(String reason, String message) {
        waitsFor = Optional.of(
                new Replica.WaitReason(StoredWait.parse(reason, Message.of(message)), Times.at("12:00:00")));
        return replica();
    }

    public ClusterBuilder hopeless(String reason, String message) {
        waitsFor = Optional.of(
                new Replica.WaitReason(StoredWait.parse(reason, Message.of(message)), Times.at("12:00:00")));
        return replica();
    }

    public ClusterBuilder spec(SpecMatch match) {
        specMatch = match;
        return replica();
    }

    public ClusterBuilder foreign(String description) {
        other = Optional.of(new Remote.Foreign(description));
        return this;
    }

    public ClusterBuilder unknown() {
        other = Optional.of(new Remote.Unknown());
        return this;
    }

    public ClusterBuilder ourJob() {
        job = new RemoteJob.Ours(RemoteJob.Run.CURRENT);
        return this;
    }

    /** It was stopped and started over since the local job showed its start. */
    public ClusterBuilder ourJobRunsAgain() {
        job = new RemoteJob.Ours(RemoteJob.Run.LATER);
        return this;
    }

    public ClusterBuilder read(String cause, JobReading.State state) {
        reading = Optional.of(new JobReading(cause, state));
        return this;
    }

    /** Its API server refuses this since then. */
    public ClusterBuilder refuses(Refusal.What what, String since, String words) {
        refusal = Optional.of(new Refusal(what, Times.at(since), Message.of(words)));
        return this;
    }

    public ClusterBuilder foreignJob(String description) {
        job = new RemoteJob.Foreign(description);
        return this;
    }

    public ClusterBuilder disconnected(String since) {
        connection = new Connection.Disconnected(Times.at(since));
        return this;
    }

    public ClusterBuilder notConfigured() {
        configured = false;
        return this;
    }

    public ClusterView view() {
        Remote remote = other.orElseGet(() -> new Replica(
                uid, version, specMatch, gate, signal, reservation, admission, evicted, finished, waitsFor));
        return new ClusterView(name, configured, connection, remote, job, reading, refusal);
    }
}
