package core.game;

import java.util.ArrayList;
import java.util.HashMap;
import ludex.Model;
import ludex.Sight;
import ontology.Types;
import tools.Vector2d;

/** A state of a game for two players. */
public class StateObservationMulti extends StateObservation {
    public StateObservationMulti(Model model, Sight sight) {
        super(model, sight);
    }

    private StateObservationMulti(StateObservationMulti other) {
        super(other);
    }

    @Override
    public StateObservationMulti copy() {
        return new StateObservationMulti(this);
    }

    /** Advances with an action for each player. */
    public void advance(Types.ACTIONS[] actions) {
        StringBuilder names = new StringBuilder("[");
        for (Types.ACTIONS action : actions) names.append(names.length() > 1 ? ",\"" : "\"").append(action).append('"');
        forwardModel(names.append(']').toString());
    }

    private Sight of(int player) {
        return sight().player(player);
    }

    /** The actions of a player, with NIL. */
    public ArrayList<Types.ACTIONS> getAvailableActions(int player) {
        ArrayList<Types.ACTIONS> actions = actions(of(player));
        if (!actions.isEmpty()) actions.add(Types.ACTIONS.ACTION_NIL);
        return actions;
    }

    public double getGameScore(int player) {
        return of(player).number("gameScore");
    }

    public Types.WINNER[] getMultiGameWinner() {
        Types.WINNER[] winners = new Types.WINNER[getNoPlayers()];
        for (int player = 0; player < winners.length; player++) winners[player] = of(player).winner();
        return winners;
    }

    public Vector2d getAvatarPosition(int player) {
        return of(player).vector("avatarPosition");
    }

    public double getAvatarSpeed(int player) {
        return of(player).number("avatarSpeed");
    }

    public Vector2d getAvatarOrientation(int player) {
        return of(player).vector("avatarOrientation");
    }

    public HashMap<Integer, Integer> getAvatarResources(int player) {
        return resources(of(player));
    }

    public Types.ACTIONS getAvatarLastAction(int player) {
        return of(player).action("avatarLastAction");
    }

    public int getAvatarType(int player) {
        return of(player).integer("avatarType");
    }

    public int getAvatarHealthPoints(int player) {
        return of(player).integer("avatarHealthPoints");
    }

    public int getAvatarMaxHealthPoints(int player) {
        return of(player).integer("avatarMaxHealthPoints");
    }

    public int getAvatarLimitHealthPoints(int player) {
        return of(player).integer("avatarLimitHealthPoints");
    }

    public boolean isAvatarAlive(int player) {
        return of(player).is("isAvatarAlive");
    }
}
