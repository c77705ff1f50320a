package dev.turnstile.core.cycle;

import dev.turnstile.core.workload.WorkloadKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The lives of all assumptions: of admissions and evictions that count, but are not confirmed by the API yet.
 *
 * <pre>
 *              admit                    begin                        written, or the API shows it
 *  (queue) ───────────▶ ADMISSION WRITING ─────▶ ADMISSION WRITING ─────────────────────────────▶ confirmed
 *     ▲                     unsent                    sent                                            ▲
 *     │                        │                       │  │ unanswered                               │ written
 *     │      evict, withdraw   │              refused  │  ▼             at its time                   │
 *     ├────────────────────────┘                       │ ADMISSION UNANSWERED ────▶ ADMISSION READING ─┤
 *     │      cancelled: nothing is written             │      ▲                         │    │         │
 *     │                                                │      └──────── unanswered ─────┘    │         │
 *     └──────────── rolled back, pause grows ──────────┴───────────────── refused ───────────┘         │
 *                                                                                                      │ evict
 *                         written, or the API shows it, or the reservation ends                        ▼
 *             (over) ◀────────────────────────────────────────────────────────────────── EVICTION WRITING
 *                                                                                       refused │  │ unanswered
 *               at its time: not evicting, decided again     EVICTION REFUSED ◀────────────────┤  ▼
 *             (over) ◀───────────────────────────────────────────  │                 refused   EVICTION UNANSWERED
 *                                                                  └◀──────────── EVICTION READING ◀─┘ at its time
 * </pre>
 *
 * <p>An eviction that is decided while the request for the admission is under way waits behind it: the admission may
 * have been carried out, so its quota stays booked and its eviction due until the API has answered. It is written once
 * the admission is confirmed, and over where that one is rolled back.
 *
 * <p>The eviction of a workload that has just begun is SPARED until its time has come, and over where that workload
 * ends before, or its preemptor does without it: then nothing is written.
 *
 * <p>Every assumption has a task in the writer's hands (WRITING, READING) or a time (UNANSWERED, REFUSED, SPARED). The
 * more often a workload's writes fail in a row, the longer the pause; it ends with the first one that is carried out.
 */
final class Assumptions {
    /** Where the assumption that a workload's writer is busy with stands. */
    enum Phase {
        WRITING,
        READING,
        UNANSWERED,
        REFUSED,
        SPARED
    }

    /** What the usage ledger has to do. */
    sealed interface Effect {
        /** Nothing. */
        record None() implements Effect {}

        /** The admission never happened: its quota is free, and the workload queues again. */
        record RollBack(Assumption.OfAdmission admission) implements Effect {}

        /** The victim is not being evicted. */
        record Restore(Assumption.OfEviction eviction) implements Effect {}
    }

    private static final Effect NONE = new Effect.None();

    private final Map<WorkloadKey, AssumedLife> lives = new LinkedHashMap<>();
    private final TreeSet<AssumedLife> timed = new TreeSet<>(AssumedLife.BY_TIME);
    private final List<WriteTask> tasks = new ArrayList<>();

    /** An admission was decided. */
    void admit(Assumption.OfAdmission admission) {
        AssumedLife life = lives.computeIfAbsent(admission.key(), AssumedLife::new);
        if (life.current() != null) {
            throw new IllegalStateException(admission + " is assumed while " + life.current() + " is");
        }
        life.admission = admission;
        write(life, admission);
    }

    /** An eviction was decided. Of an admission that nobody has sent yet nothing is left to evict. */
    Effect evict(Assumption.OfEviction eviction) {
        AssumedLife life = lives.computeIfAbsent(eviction.key(), AssumedLife::new);
        if (life.eviction != null) {
            throw new IllegalStateException(eviction + " is assumed while " + life.eviction + " is");
        }
        Assumption.OfAdmission admission = life.admission;
        if (admission == null) {
            life.eviction = eviction;
            writeInTime(life, eviction);
            return NONE;
        }
        Effect effect = withdraw(life, admission);
        if (effect instanceof Effect.None) {
            life.eviction = eviction;
        }
        return effect;
    }

    /** The workload may not be admitted any more, if that can still be helped. */
    Effect withdraw(WorkloadKey key) {
        AssumedLife life = lives.get(key);
        return life == null || life.admission == null ? NONE : withdraw(life, life.admission);
    }

    private Effect withdraw(AssumedLife life, Assumption.OfAdmission admission) {
        if (!admission.withdraw()) {
            return NONE;
        }
        end(life);
        return new Effect.RollBack(admission);
    }

    /** The API shows what was assumed. */
    Effect written(Assumption assumption) {
        AssumedLife life = lifeOf(assumption);
        if (life != null) {
            confirmed(life);
        }
        return NONE;
    }

    private void confirmed(AssumedLife life) {
        life.pause = null;
        Assumption.OfEviction eviction = life.eviction;
        if (life.admission != null && eviction != null) {
            life.admission.withdraw();
            life.admission = null;
            writeInTime(life, eviction);
        } else {
            end(life);
        }
    }

    /** The API does not show it, and will not. */
    Effect refused(Assumption assumption, String why, Instant now) {
        AssumedLife life = lifeOf(assumption);
        if (life == null) {
            return NONE;
        }
        fail(life, why, now);
        return switch (assumption) {
            case Assumption.OfAdmission admission -> {
                end(life);
                yield new Effect.RollBack(admission);
            }
            case Assumption.OfEviction _ -> {
                rest(life, Phase.REFUSED);
                yield NONE;
            }
        };
    }

    /** Nobody knows what became of it; it stays as it is until a read has said so. What was never sent is refused. */
    Effect unanswered(Assumption assumption, String why, Instant now) {
        if (!assumption.begun()) {
            return refused(assumption, why, now);
        }
        AssumedLife life = lifeOf(assumption);
        if (life != null) {
            fail(life, why, now);
            rest(life, Phase.UNANSWERED);
        }
        return NONE;
    }

    /**
     * A cycle could not decide on a workload of which nothing is assumed: it is left alone like one whose write failed.
     */
    void failed(WorkloadKey key, String why, Instant now) {
        fail(lives.computeIfAbsent(key, AssumedLife::new), why, now);
    }

    private @Nullable AssumedLife lifeOf(Assumption assumption) {
        AssumedLife life = lives.get(assumption.key());
        boolean current = life != null && life.current() == assumption;
        return current ? life : null;
    }

    private static void fail(AssumedLife life, String why, Instant now) {
        life.pause = WritePause.after(life.pause, why, now);
    }

    /** What the API shows of a workload: it confirms what is assumed, or ends what has become of no account. */
    void observed(WorkloadKey key, String uid, boolean reserved, boolean evicting) {
        AssumedLife life = lives.get(key);
        Assumption current = life == null ? null : life.current();
        if (life == null || current == null) {
            return;
        }
        if (!current.uid().equals(uid)) {
            gone(key);
        } else if (reserved) {
            if (life.admission != null) {
                confirmed(life);
            }
            if (evicting && life.eviction != null) {
                confirmed(life);
            }
        } else if (life.admission == null) {
            // The reservation that it was to be evicted from has ended.
            end(life);
        }
    }

    /** The workload is not there any more, or has finished: no request about it can be carried out. */
    void gone(WorkloadKey key) {
        AssumedLife life = lives.get(key);
        if (life != null) {
            end(life);
            lives.remove(key);
        }
    }

    /** What has to be done now that time has passed; reads are handed out by {@link #takeTasks}. */
    List<Effect> due(Instant now) {
        List<Effect> effects = new ArrayList<>();
        while (!timed.isEmpty() && !timed.first().time().isAfter(now)) {
            AssumedLife life = timed.first();
            clearTime(life);
            Assumption current = life.current();
            if (life.phase == Phase.UNANSWERED && current != null) {
                life.phase = Phase.READING;
                tasks.add(new WriteTask.Read(current));
            } else if (life.phase == Phase.SPARED && current != null) {
                write(life, current);
            } else if (life.eviction != null) {
                effects.add(new Effect.Restore(life.eviction));
                end(life);
            }
        }
        return effects;
    }

    /** That workload does without the room of those who would have been evicted for it later: they are not. */
    List<Assumption.OfEviction> spare(WorkloadKey preemptor) {
        List<Assumption.OfEviction> spared = new ArrayList<>();
        for (AssumedLife life : List.copyOf(timed)) {
            Assumption.OfEviction eviction = life.eviction;
            if (life.phase == Phase.SPARED
                    && eviction != null
                    && eviction.preemptor().key().equals(preemptor)) {
                end(life);
                spared.add(eviction);
            }
        }
        return spared;
    }

    /** When the next time comes, or null. */
    @Nullable
    Instant nextDue() {
        return timed.isEmpty() ? null : timed.first().at;
    }

    /** What the writer is to do, each once. Of what was withdrawn before it was taken nobody has to know. */
    List<WriteTask> takeTasks() {
        List<WriteTask> taken =
                tasks.stream().filter(task -> lifeOf(task.assumption()) != null).toList();
        tasks.clear();
        return taken;
    }

    /** The workloads of which something is assumed, or whose writes have failed. */
    Set<WorkloadKey> keys() {
        return Collections.unmodifiableSet(lives.keySet());
    }

    /** Whether what is assumed of a workload has a task that the writer was not given yet. */
    boolean awaitsWriter(WorkloadKey key) {
        return tasks.stream().anyMatch(task -> task.assumption().key().equals(key));
    }

    /** Whether quota of a workload is booked that the API does not show yet. */
    boolean admitting(WorkloadKey key) {
        AssumedLife life = lives.get(key);
        return life != null && life.admission != null;
    }

    /** The admission that is assumed of a workload, or null. */
    Assumption.@Nullable OfAdmission admission(WorkloadKey key) {
        AssumedLife life = lives.get(key);
        return life == null ? null : life.admission;
    }

    /** Every admission that is assumed. */
    List<Assumption.OfAdmission> admissions() {
        return lives.values().stream()
                .map(life -> life.admission)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Whether a workload counts as being evicted without the API showing it yet. */
    boolean evicting(WorkloadKey key) {
        AssumedLife life = lives.get(key);
        return life != null && life.eviction != null;
    }

    /** Until when a workload whose writes failed is left alone, or null. */
    @Nullable
    Instant pausedUntil(WorkloadKey key) {
        WritePause pause = pause(key);
        return pause == null ? null : pause.until();
    }

    /** What a workload's writes failed of, or null where the last one did not. */
    @Nullable
    WritePause pause(WorkloadKey key) {
        AssumedLife life = lives.get(key);
        return life == null ? null : life.pause;
    }

    /** Where the assumption about a workload stands, or null where there is none. */
    @Nullable
    Phase phase(WorkloadKey key) {
        AssumedLife life = lives.get(key);
        return life == null || life.current() == null ? null : life.phase;
    }

    /** What is assumed of a workload now, or null. */
    @Nullable
    OpenAssumption open(WorkloadKey key) {
        AssumedLife life = lives.get(key);
        Assumption current = life == null ? null : life.current();
        return life == null || current == null
                ? null
                : new OpenAssumption(current, life.admission != null && life.eviction != null, life.at);
    }

    private void write(AssumedLife life, Assumption assumption) {
        clearTime(life);
        life.phase = Phase.WRITING;
        tasks.add(new WriteTask.Write(assumption));
    }

    private void writeInTime(AssumedLife life, Assumption.OfEviction eviction) {
        if (eviction.notBefore() == null) {
            write(life, eviction);
        } else {
            rest(life, Phase.SPARED, eviction.notBefore());
        }
    }

    private void rest(AssumedLife life, Phase phase) {
        rest(life, phase, life.pause == null ? null : life.pause.until());
    }

    private void rest(AssumedLife life, Phase phase, @Nullable Instant until) {
        clearTime(life);
        life.phase = phase;
        life.at = until;
        timed.add(life);
    }

    private void clearTime(AssumedLife life) {
        timed.remove(life);
        life.at = null;
    }

    /** Nothing is assumed any more; what is still on its way is not sent. */
    private void end(AssumedLife life) {
        clearTime(life);
        if (life.admission != null) {
            life.admission.withdraw();
        }
        if (life.eviction != null) {
            life.eviction.withdraw();
        }
        life.admission = null;
        life.eviction = null;
        life.phase = Phase.WRITING;
        if (life.pause == null) {
            lives.remove(life.key);
        }
    }
}
