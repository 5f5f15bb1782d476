package probe;

import core.game.StateObservationMulti;
import core.player.AbstractMultiPlayer;
import java.util.ArrayList;
import ontology.Types;
import tools.ElapsedCpuTimer;

/** Asks for everything in a game of two. */
public class Double extends AbstractMultiPlayer {
    private final int player;

    public Double(StateObservationMulti state, ElapsedCpuTimer timer, int player) {
        this.player = player;
        Single.check(state.getNoPlayers() == 2, "there are two");
    }

    @Override
    public Types.ACTIONS act(StateObservationMulti state, ElapsedCpuTimer timer) {
        Single.look(state);
        StateObservationMulti next = state.copy();
        ArrayList<Types.ACTIONS> own = state.getAvailableActions(player);
        ArrayList<Types.ACTIONS> other = state.getAvailableActions(1 - player);
        Types.ACTIONS action = own.get(state.getGameTick() % own.size());
        Types.ACTIONS[] both = new Types.ACTIONS[2];
        both[player] = action;
        both[1 - player] = other.get(0);
        next.advance(both);
        Single.check(next.getGameTick() == state.getGameTick() + 1, "a tick has passed");
        Single.check(next.getMultiGameWinner().length == 2, "both have an outcome");
        for (int p = 0; p < 2; p++) {
            Single.check(next.getAvatarPosition(p) != null && next.getAvatarType(p) >= 0, "both have an avatar");
            Single.check(next.getGameScore(p) > -1000 && next.getAvatarResources(p) != null, "both have a score");
        }
        return action;
    }
}
