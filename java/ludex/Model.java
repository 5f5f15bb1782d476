package ludex;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The talk with Ludex. Model calls are put into a queue, and travel together when the first answer is needed; states that
 * the agent has forgotten are released with them.
 */
public final class Model {
    /** So many states that are not released are a reason to look for forgotten ones. */
    private static final int MANY_STATES = 20_000;

    private final BufferedReader in;
    private final PrintStream out;
    private final StringBuilder queue = new StringBuilder();
    private final List<Holder> waiting = new ArrayList<>();
    private final ReferenceQueue<Holder> forgotten = new ReferenceQueue<>();
    private final Set<Handle> handles = new HashSet<>();
    private final ArrayDeque<Integer> freeIds = new ArrayDeque<>();
    private int lastId;
    private double spent;
    private boolean countsCalls;
    /** All events of the game so far. */
    private final List<Object> events = new ArrayList<>();

    /** Whoever holds a state. */
    public interface Holder {
        /** The outcome of the last advance. */
        void advanced(Map<String, Object> result);
    }

    private static final class Handle extends PhantomReference<Holder> {
        final int id;

        Handle(Holder holder, ReferenceQueue<Holder> queue, int id) {
            super(holder, queue);
            this.id = id;
        }
    }

    Model(InputStream in, PrintStream out) {
        this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8), 1 << 16);
        this.out = out;
    }

    /** A copy of a state, 0 being the present one, held by somebody. */
    public int copy(int from, Holder holder) {
        releaseForgotten();
        int id = freeIds.isEmpty() ? ++lastId : freeIds.pop();
        handles.add(new Handle(holder, forgotten, id));
        call("{\"copy\":" + from + ",\"to\":" + id + "}", null);
        return id;
    }

    /** Advances a state; the holder is told how it came out when somebody asks. */
    public void advance(int id, String action, Holder holder) {
        call("{\"advance\":" + id + ",\"action\":" + action + "}", holder);
    }

    /** What is seen in a state. */
    @SuppressWarnings("unchecked")
    public Map<String, Object> observe(int id) {
        call("{\"observe\":" + id + "}", null);
        List<Object> results = flush();
        return (Map<String, Object>) results.get(results.size() - 1);
    }

    private void call(String call, Holder holder) {
        if (queue.length() > 0) queue.append(',');
        queue.append(call);
        waiting.add(holder);
    }

    /** Makes all calls of the queue. */
    @SuppressWarnings("unchecked")
    public List<Object> flush() {
        if (waiting.isEmpty()) return List.of();
        say("{\"type\":\"model\",\"calls\":[" + queue + "]}");
        Map<String, Object> answer = hear();
        List<Object> results = (List<Object>) answer.get("results");
        spent = number(answer.get("spent"));
        for (int i = 0; i < waiting.size(); i++)
            if (waiting.get(i) != null) waiting.get(i).advanced((Map<String, Object>) results.get(i));
        queue.setLength(0);
        waiting.clear();
        return results;
    }

    private void releaseForgotten() {
        if (handles.size() > MANY_STATES && handles.size() % 1000 == 0) System.gc();
        for (Handle handle; (handle = (Handle) forgotten.poll()) != null; ) {
            handles.remove(handle);
            call("{\"release\":" + handle.id + "}", null);
            freeIds.push(handle.id);
        }
    }

    /** The share of the budget that is spent. */
    public double spent() {
        return spent;
    }

    /** Is time shown by calls, because nothing else limits them? */
    public boolean countsCalls() {
        return countsCalls;
    }

    /** All events up to a number of them, and those that came after in a simulation. */
    public List<Object> events(int count, List<Object> later) {
        List<Object> all = new ArrayList<>(events.subList(0, Math.min(events.size(), count - later.size())));
        all.addAll(later);
        return all;
    }

    /** A turn begins. */
    @SuppressWarnings("unchecked")
    void begin(Map<String, Object> message) {
        Map<String, Object> budget = (Map<String, Object>) message.get("budget");
        spent = 0;
        countsCalls = budget != null && budget.get("milliseconds") == null && budget.get("calls") != null;
        events.addAll((List<Object>) ((Map<String, Object>) message.get("observation")).get("events"));
    }

    /** The next message; null after the last. */
    @SuppressWarnings("unchecked")
    Map<String, Object> hear() {
        try {
            String line = in.readLine();
            return line == null ? null : (Map<String, Object>) Json.read(line);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    void say(String line) {
        out.print(line);
        out.print('\n');
        out.flush();
    }

    /** A number of a message. */
    public static double number(Object value) {
        return value == null ? 0 : (Double) value;
    }
}
