package tools;

/**
 * How much time an agent has. It is taken by the clock on the wall, so that an agent that keeps to it is in time by any
 * clock; where a budget counts forward-model calls, it shows which share of them is spent.
 */
public class ElapsedCpuTimer {
    private long start = System.nanoTime();
    private long limit;
    private ludex.Model model;

    public ElapsedCpuTimer() {}

    /** A timer for a turn. */
    public ElapsedCpuTimer(ludex.Model model, long limitNanos) {
        this.model = model;
        this.limit = limitNanos;
    }

    public ElapsedCpuTimer copy() {
        ElapsedCpuTimer copy = new ElapsedCpuTimer();
        copy.start = start;
        copy.limit = limit;
        copy.model = model;
        return copy;
    }

    public void setMaxTime(long nanos) {
        limit = nanos;
    }

    public void setMaxTimeMillis(long millis) {
        limit = millis * 1_000_000;
    }

    /** Nanoseconds since it was started. */
    public long elapsed() {
        long elapsed = System.nanoTime() - start;
        return model != null && model.countsCalls() ? (long) (limit * model.spent()) : elapsed;
    }

    public long elapsedNanos() {
        return elapsed();
    }

    public long elapsedMillis() {
        return elapsed() / 1_000_000;
    }

    public double elapsedSeconds() {
        return elapsed() / 1e9;
    }

    public double elapsedMinutes() {
        return elapsedSeconds() / 60;
    }

    public long remainingTime() {
        return limit - elapsed();
    }

    public long remainingTimeMillis() {
        return remainingTime() / 1_000_000;
    }

    public boolean exceededMaxTime() {
        return elapsed() > limit;
    }

    @Override
    public String toString() {
        return elapsedMillis() + " ms elapsed";
    }
}
