package ludex;

import core.game.StateObservation;
import core.game.StateObservationMulti;
import core.player.AbstractMultiPlayer;
import core.player.AbstractPlayer;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;
import ontology.Types;
import tools.ElapsedCpuTimer;

/** Lets an agent of GVGAI's planning track play: java -cp CLASSES ludex.Play package.Agent */
public final class Play {
    /** What a turn takes where nothing but iterations is limited: what agents are used to. */
    private static final double USUAL_MILLISECONDS = 40;

    private final Model model;
    private final Class<?> type;
    private Object agent;

    private Play(Model model, Class<?> type) {
        this.model = model;
        this.type = type;
    }

    public static void main(String[] words) throws Exception {
        if (words.length != 1) {
            System.err.println("usage: java -cp CLASSES ludex.Play package.Agent");
            System.exit(2);
        }
        // Answers have the standard output to themselves: what agents print goes to standard error.
        PrintStream answers = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), false, "UTF-8");
        System.setOut(System.err);
        Model model = new Model(System.in, answers);
        new Play(model, Class.forName(words[0])).run();
        System.exit(0);
    }

    private void run() {
        for (Map<String, Object> message; (message = model.hear()) != null; ) {
            String answer;
            try {
                answer = answer(message);
            } catch (InvocationTargetException problem) {
                answer = "\"type\":\"error\",\"error\":" + Json.quote(describe(problem.getCause()));
            } catch (Throwable problem) {
                answer = "\"type\":\"error\",\"error\":" + Json.quote(describe(problem));
            }
            if (answer == null) return;
            model.say("{" + answer + "}");
        }
    }

    private String answer(Map<String, Object> message) throws Exception {
        switch ((String) message.get("type")) {
            case "hello":
                return "\"type\":\"hello\",\"protocol\":1";
            case "start":
                build(message);
                return "\"type\":\"ready\"";
            case "turn":
                Types.ACTIONS action = act(message);
                return "\"type\":\"action\",\"action\":\"" + (action == null ? Types.ACTIONS.ACTION_NIL : action) + "\"";
            case "end":
                end(message);
                return null;
            default:
                throw new IllegalStateException("there is no answer to " + message.get("type"));
        }
    }

    private void build(Map<String, Object> message) throws Exception {
        int player = (int) Model.number(message.get("player"));
        ElapsedCpuTimer timer = begin(message);
        if (AbstractMultiPlayer.class.isAssignableFrom(type)) {
            agent = type.getConstructor(StateObservationMulti.class, ElapsedCpuTimer.class, int.class)
                .newInstance(new StateObservationMulti(model, sight(message)), timer, player);
        } else {
            agent = type.getConstructor(StateObservation.class, ElapsedCpuTimer.class)
                .newInstance(new StateObservation(model, sight(message)), timer);
        }
    }

    private Types.ACTIONS act(Map<String, Object> message) {
        ElapsedCpuTimer timer = begin(message);
        if (agent instanceof AbstractMultiPlayer multi) {
            return multi.act(new StateObservationMulti(model, sight(message)), timer);
        }
        return ((AbstractPlayer) agent).act(new StateObservation(model, sight(message)), timer);
    }

    private void end(Map<String, Object> message) {
        ElapsedCpuTimer timer = begin(message);
        if (agent instanceof AbstractMultiPlayer multi) {
            multi.resultMulti(new StateObservationMulti(model, sight(message)), timer);
        } else if (agent instanceof AbstractPlayer single) {
            single.result(new StateObservation(model, sight(message)), timer);
        }
    }

    /** Begins a turn: its events are noted, and its clock starts. */
    @SuppressWarnings("unchecked")
    private ElapsedCpuTimer begin(Map<String, Object> message) {
        model.begin(message);
        Map<String, Object> budget = (Map<String, Object>) message.get("budget");
        Object limit = budget == null ? null : budget.get("milliseconds");
        double milliseconds = limit == null ? USUAL_MILLISECONDS : Model.number(limit);
        return new ElapsedCpuTimer(model, (long) (milliseconds * 1e6));
    }

    @SuppressWarnings("unchecked")
    private static Sight sight(Map<String, Object> message) {
        return new Sight((Map<String, Object>) message.get("observation"));
    }

    private static String describe(Throwable problem) {
        StackTraceElement[] trace = problem.getStackTrace();
        return problem + (trace.length > 0 ? " at " + trace[0] : "");
    }
}
