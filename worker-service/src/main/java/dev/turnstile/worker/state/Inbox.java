package dev.turnstile.worker.state;

/** What has happened since the state's thread last took note, for the next turn on that thread. */
public interface Inbox {
    /** One in which nothing ever arrives. */
    Inbox EMPTY = new Inbox() {
        @Override
        public void drain() {}

        @Override
        public boolean busy() {
            return false;
        }
    };

    /** Takes note of everything that has arrived. */
    void drain();

    /** Whether something waits to be taken note of. */
    boolean busy();
}
