package onestep;

import core.game.Observation;
import core.game.StateObservation;
import core.player.AbstractPlayer;
import java.util.ArrayList;
import java.util.Random;
import ontology.Types;
import tools.ElapsedCpuTimer;
import tools.Utils;
import tools.Vector2d;

/** One-step look-ahead: tries every action once and takes the one after which the state looks best. */
public class Agent extends AbstractPlayer {
    private final Random random = new Random(1);

    public Agent(StateObservation state, ElapsedCpuTimer timer) {}

    @Override
    public Types.ACTIONS act(StateObservation state, ElapsedCpuTimer timer) {
        Types.ACTIONS best = Types.ACTIONS.ACTION_NIL;
        double most = Double.NEGATIVE_INFINITY;
        for (Types.ACTIONS action : state.getAvailableActions()) {
            StateObservation next = state.copy();
            next.advance(action);
            double value = Utils.noise(value(next), 1e-6, random.nextDouble());
            if (value > most) {
                most = value;
                best = action;
            }
        }
        return best;
    }

    /** Wants portals near, NPCs near and few, a high score and a win. */
    private static double value(StateObservation state) {
        if (state.getGameWinner() == Types.WINNER.PLAYER_LOSES) return -999_999_999;
        double won = state.getGameWinner() == Types.WINNER.PLAYER_WINS ? 1e9 : 0;
        double score = state.getGameScore();
        Vector2d avatar = state.getAvatarPosition();
        ArrayList<Observation>[] npcs = state.getNPCPositions(avatar);
        ArrayList<Observation>[] portals = state.getPortalsPositions(avatar);
        if (portals == null) {
            int count = 0;
            if (npcs != null) for (ArrayList<Observation> type : npcs) count += type.size();
            return score + won * 1e8 - nearestOfLastType(npcs) / 100 - 100.0 * count;
        }
        double distance = nearestOfLastType(portals);
        boolean none = true;
        for (ArrayList<Observation> type : portals) none &= type.isEmpty();
        return none ? score + won * 1e8 : score + won * 1e6 - 10 * distance;
    }

    /** The square of the distance to the nearest sprite of the last type that has any; 0 if none has. */
    private static double nearestOfLastType(ArrayList<Observation>[] types) {
        double distance = 0;
        if (types != null)
            for (ArrayList<Observation> type : types) if (!type.isEmpty()) distance = type.get(0).sqDist;
        return distance;
    }
}
