package probe;

import core.game.Event;
import core.game.Observation;
import core.game.StateObservation;
import core.player.AbstractPlayer;
import java.util.ArrayList;
import java.util.List;
import ontology.Types;
import tools.ElapsedCpuTimer;
import tools.Vector2d;

/** Asks for everything, and throws if something does not fit. */
public class Single extends AbstractPlayer {
    private StateObservation kept;

    public Single(StateObservation state, ElapsedCpuTimer timer) {
        look(state);
        check(timer.remainingTimeMillis() > 0, "there is time to prepare");
    }

    @Override
    public Types.ACTIONS act(StateObservation state, ElapsedCpuTimer timer) {
        look(state);
        int tick = state.getGameTick();
        double score = state.getGameScore();
        StateObservation next = state.copy();
        ArrayList<Types.ACTIONS> actions = state.getAvailableActions();
        for (int i = 0; i < 5 && !next.isGameOver(); i++) {
            next.advance(actions.get((tick + i) % actions.size()));
            check(next.getGameTick() == tick + i + 1, "a tick has passed");
        }
        look(next);
        StateObservation again = next.copy();
        check(again.getGameScore() == next.getGameScore(), "a copy has the same score");
        check(state.getGameTick() == tick && state.getGameScore() == score, "the original stays as it is");
        if (kept != null) check(kept.getGameTick() <= tick + 5 && kept.copy().getBlockSize() > 0, "old states stay");
        kept = next;
        check(timer.elapsedMillis() <= 40, "the timer shows the share of calls");
        System.out.println("what agents print does not matter");
        return actions.get(tick % actions.size());
    }

    static void look(StateObservation state) {
        int block = state.getBlockSize();
        ArrayList<Observation>[][] grid = state.getObservationGrid();
        check(grid.length == state.getWorldDimension().width / block, "columns");
        check(grid[0].length == state.getWorldDimension().height / block, "rows");
        Vector2d avatar = state.getAvatarPosition();
        if (!state.isGameOver() && state.isAvatarAlive()) {
            boolean found = false;
            for (Observation seen : grid[(int) avatar.x / block][(int) avatar.y / block])
                found |= seen.category == Types.TYPE_AVATAR && seen.itype == state.getAvatarType();
            check(found, "the avatar is in its cell");
        }
        List<ArrayList<Observation>[]> all = new ArrayList<>();
        all.add(state.getNPCPositions(avatar));
        all.add(state.getImmovablePositions(avatar));
        all.add(state.getMovablePositions(avatar));
        all.add(state.getResourcesPositions(avatar));
        all.add(state.getPortalsPositions(avatar));
        all.add(state.getFromAvatarSpritesPositions(avatar));
        for (ArrayList<Observation>[] lists : all) {
            if (lists == null) continue;
            for (ArrayList<Observation> list : lists)
                for (int i = 1; i < list.size(); i++)
                    check(list.get(i - 1).sqDist <= list.get(i).sqDist, "sorted by distance");
        }
        check(state.getImmovablePositions() != null, "there are walls");
        // As in GVGAI these are the observations of before: its one-step look-ahead plays by distances that change so.
        for (ArrayList<Observation> list : all.get(1))
            for (Observation seen : list) check(seen.reference.x == -1, "measured from nowhere, since it was asked for again");
        int last = -1;
        for (Event event : state.getEventsHistory()) {
            check(event.gameStep >= last && event.gameStep <= state.getGameTick(), "events are in order");
            last = event.gameStep;
        }
        state.getAvatarResources().forEach((type, count) -> check(type >= 0 && count >= 0, "resources"));
        check(state.getAvatarLastAction() != null && state.getAvatarOrientation() != null, "the avatar");
        check(state.getAvatarSpeed() >= 0 && state.getAvatarMaxHealthPoints() >= state.getAvatarHealthPoints(), "health");
        check(state.getNoPlayers() >= 1 && state.getGameWinner() != null, "players");
    }

    static void check(boolean fits, String what) {
        if (!fits) throw new IllegalStateException(what);
    }
}
