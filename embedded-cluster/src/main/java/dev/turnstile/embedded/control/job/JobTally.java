package dev.turnstile.embedded.control.job;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * How many pods of a Job have succeeded and failed, whether or not the stored status contains them.
 *
 * @param uncountedSucceeded uids to be listed as succeeded until their finalizer is gone
 * @param uncountedFailed uids to be listed as failed until their finalizer is gone
 * @param countedSucceeded of the stored uncounted uids, how many have lost the finalizer and so move into the counter
 */
record JobTally(
        int succeeded,
        int failed,
        Indexes completedIndexes,
        Set<String> uncountedSucceeded,
        Set<String> uncountedFailed,
        int countedSucceeded,
        int countedFailed) {

    static JobTally of(JobView job, List<JobPod> pods) {
        var listedSucceeded = job.uncounted("succeeded");
        var listedFailed = job.uncounted("failed");
        var stillSucceeded = new LinkedHashSet<String>();
        var stillFailed = new LinkedHashSet<String>();
        for (var pod : pods) {
            if (pod.isTracked() && listedSucceeded.contains(pod.uid())) {
                stillSucceeded.add(pod.uid());
            }
            if (pod.isTracked() && listedFailed.contains(pod.uid())) {
                stillFailed.add(pod.uid());
            }
        }
        var countedSucceeded = listedSucceeded.size() - stillSucceeded.size();
        var countedFailed = listedFailed.size() - stillFailed.size();
        var indexes = job.completedIndexes();
        for (var pod : pods) {
            if (!pod.isTracked() || stillFailed.contains(pod.uid())) {
                continue;
            }
            if (job.isIndexed() && !pod.hasIndexBelow(job.completions().orElse(0))) {
                continue;
            }
            if (pod.hasSucceeded() && job.isIndexed()) {
                indexes = indexes.with(pod.index().orElseThrow());
            } else if (pod.hasSucceeded()) {
                stillSucceeded.add(pod.uid());
            } else if (pod.countsAsFailed(job) && !stillSucceeded.contains(pod.uid())) {
                stillFailed.add(pod.uid());
            }
        }
        return new JobTally(
                job.isIndexed() ? indexes.count() : job.succeeded() + countedSucceeded + stillSucceeded.size(),
                job.failed() + countedFailed + stillFailed.size(),
                indexes,
                stillSucceeded,
                stillFailed,
                countedSucceeded,
                countedFailed);
    }
}
