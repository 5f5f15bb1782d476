package treesearch;

import core.game.StateObservation;
import core.player.AbstractPlayer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import ontology.Types;
import tools.ElapsedCpuTimer;
import tools.Utils;

/** Open-loop Monte Carlo tree search with 50 iterations a tick: C = sqrt 2, 10 ticks deep, values scaled in each node. */
public class Agent extends AbstractPlayer {
    private static final int ITERATIONS = 50;
    private static final int DEPTH = 10;
    private static final double C = Math.sqrt(2);
    private static final double EPSILON = 1e-6;
    private static final double DECIDED = 1e7;

    private final Random random = new Random(1);
    private Types.ACTIONS[] actions;

    public Agent(StateObservation state, ElapsedCpuTimer timer) {}

    @Override
    public Types.ACTIONS act(StateObservation state, ElapsedCpuTimer timer) {
        actions = state.getAvailableActions().toArray(new Types.ACTIONS[0]);
        if (actions.length == 0) return Types.ACTIONS.ACTION_NIL;
        Node root = new Node();
        for (int i = 0; i < ITERATIONS; i++) iterate(root, state.copy());
        return actions[recommend(root)];
    }

    private void iterate(Node root, StateObservation state) {
        List<Node> path = new ArrayList<>(List.of(root));
        Node node = root;
        int depth = 0;
        boolean grown = false;
        while (!grown && depth < DEPTH && !state.isGameOver()) {
            int choice = untried(node);
            grown = choice >= 0;
            if (grown) node.children[choice] = new Node();
            else choice = select(node);
            state.advance(actions[choice]);
            node = node.children[choice];
            path.add(node);
            depth++;
        }
        for (; depth < DEPTH && !state.isGameOver(); depth++) state.advance(actions[random.nextInt(actions.length)]);
        double value = state.getGameScore();
        if (state.isGameOver()) value += state.getGameWinner() == Types.WINNER.PLAYER_WINS ? DECIDED : -DECIDED;
        for (Node passed : path) passed.add(value);
    }

    /** An action that has not been tried in a node, by chance; -1 if all have. */
    private int untried(Node node) {
        int found = -1;
        double most = -1;
        for (int i = 0; i < actions.length; i++) {
            double x = random.nextDouble();
            if (node.children[i] == null && x > most) {
                most = x;
                found = i;
            }
        }
        return found;
    }

    private int select(Node node) {
        double[] values = new double[actions.length];
        for (int i = 0; i < values.length; i++) {
            Node child = node.children[i];
            double mean = Utils.normalise(child.mean(), node.least, node.most);
            double bonus = C * Math.sqrt(Math.log(node.visits + 1) / (child.visits + EPSILON));
            values[i] = Utils.noise(mean + bonus, EPSILON, random.nextDouble());
        }
        return Utils.argmax(values);
    }

    /** The action that was tried most or, if all were tried as often, the best one. */
    private int recommend(Node root) {
        boolean equal = true;
        int visits = root.children[0] == null ? 0 : root.children[0].visits;
        for (Node child : root.children) equal &= (child == null ? 0 : child.visits) == visits;
        double[] values = new double[actions.length];
        for (int i = 0; i < values.length; i++) {
            Node child = root.children[i];
            double value = child == null ? Double.NEGATIVE_INFINITY : equal ? child.mean() : child.visits;
            values[i] = Utils.noise(value, EPSILON, random.nextDouble());
        }
        return Utils.argmax(values);
    }

    private final class Node {
        final Node[] children = new Node[actions.length];
        int visits;
        double total;
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;

        void add(double value) {
            visits++;
            total += value;
            least = Math.min(least, value);
            most = Math.max(most, value);
        }

        double mean() {
            return total / (visits + EPSILON);
        }
    }
}
