package core.game;

import java.awt.Dimension;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import ludex.Model;
import ludex.Sight;
import ontology.Types;
import tools.Vector2d;

/**
 * A state of a game: seen, copied and advanced. Advancing waits until somebody looks, so that a copy and the
 * advances after it travel together.
 */
public class StateObservation implements Model.Holder {
    private static final Vector2d NOWHERE = new Vector2d(-1, -1);

    protected final Model model;
    /** The number of the state. One that has only been looked at so far has none: it is the present one. */
    private int id;
    /** What the last advance came out at; null if it is not known yet. */
    private Sight outcome;
    /** What is seen; null until somebody looks. */
    private Sight sight;
    private List<List<Observation>> byType;

    /** The present state, as a message shows it. */
    public StateObservation(Model model, Sight sight) {
        this.model = model;
        this.sight = sight;
        this.outcome = sight;
        // Once the turn is over the present is another, so that this needs a state of its own.
        id = model.copy(0, this);
    }

    protected StateObservation(StateObservation other) {
        model = other.model;
        outcome = other.outcome();
        id = model.copy(other.id, this);
    }

    @Override
    public void advanced(Map<String, Object> result) {
        outcome = new Sight(result);
    }

    public StateObservation copy() {
        return new StateObservation(this);
    }

    public void advance(Types.ACTIONS action) {
        forwardModel("\"" + action + "\"");
    }

    /** Advances with an action, or a list of them, as JSON. */
    protected void forwardModel(String action) {
        outcome = null;
        sight = null;
        byType = null;
        model.advance(id, action, this);
    }

    /** Ludex gives every copy a future of its own, by the seed of the agent: it cannot be chosen. */
    public void setNewSeed(int seed) {}

    private Sight outcome() {
        if (outcome == null) model.flush();
        return outcome;
    }

    protected Sight sight() {
        if (sight == null) sight = new Sight(model.observe(id));
        return sight;
    }

    public double getGameScore() {
        return outcome().number("gameScore");
    }

    public int getGameTick() {
        return outcome().integer("gameTick");
    }

    public Types.WINNER getGameWinner() {
        return outcome().winner();
    }

    public boolean isGameOver() {
        return outcome().is("isGameOver");
    }

    public Dimension getWorldDimension() {
        Vector2d size = sight().vector("worldDimension");
        return new Dimension((int) size.x, (int) size.y);
    }

    public int getBlockSize() {
        return sight().integer("blockSize");
    }

    public int getNoPlayers() {
        return sight().integer("noOfPlayers");
    }

    public ArrayList<Types.ACTIONS> getAvailableActions() {
        return actions(sight());
    }

    public ArrayList<Types.ACTIONS> getAvailableActions(boolean includeNIL) {
        ArrayList<Types.ACTIONS> actions = getAvailableActions();
        if (includeNIL && !actions.isEmpty()) actions.add(Types.ACTIONS.ACTION_NIL);
        return actions;
    }

    protected static ArrayList<Types.ACTIONS> actions(Sight sight) {
        ArrayList<Types.ACTIONS> actions = new ArrayList<>();
        for (Object name : sight.list("availableActions")) actions.add(Types.ACTIONS.valueOf((String) name));
        return actions;
    }

    public Vector2d getAvatarPosition() {
        return sight().vector("avatarPosition");
    }

    public double getAvatarSpeed() {
        return sight().number("avatarSpeed");
    }

    public Vector2d getAvatarOrientation() {
        return sight().vector("avatarOrientation");
    }

    public HashMap<Integer, Integer> getAvatarResources() {
        return resources(sight());
    }

    @SuppressWarnings("unchecked")
    protected static HashMap<Integer, Integer> resources(Sight sight) {
        HashMap<Integer, Integer> resources = new HashMap<>();
        Map<String, Object> held = (Map<String, Object>) sight.fields().get("avatarResources");
        held.forEach((type, count) -> resources.put(Integer.valueOf(type), (int) Model.number(count)));
        return resources;
    }

    public Types.ACTIONS getAvatarLastAction() {
        return sight().action("avatarLastAction");
    }

    public int getAvatarType() {
        return sight().integer("avatarType");
    }

    public int getAvatarHealthPoints() {
        return sight().integer("avatarHealthPoints");
    }

    public int getAvatarMaxHealthPoints() {
        return sight().integer("avatarMaxHealthPoints");
    }

    public int getAvatarLimitHealthPoints() {
        return sight().integer("avatarLimitHealthPoints");
    }

    public boolean isAvatarAlive() {
        return sight().is("isAvatarAlive");
    }

    @SuppressWarnings("unchecked")
    public ArrayList<Observation>[][] getObservationGrid() {
        int block = getBlockSize();
        Dimension size = getWorldDimension();
        int columns = size.width / block;
        int rows = size.height / block;
        ArrayList<Observation>[][] grid = new ArrayList[columns][rows];
        for (ArrayList<Observation>[] column : grid)
            for (int row = 0; row < rows; row++) column[row] = new ArrayList<>();
        for (Object sprite : sight().list("sprites")) {
            Observation seen = observation(sprite, NOWHERE);
            int column = (int) seen.position.x / block;
            int row = (int) seen.position.y / block;
            if (column < 0 || row < 0 || column >= columns || row >= rows) continue;
            // What stands between cells is in all of them.
            int right = seen.position.x % block > 0 && column + 1 < columns ? 1 : 0;
            int below = seen.position.y % block > 0 && row + 1 < rows ? 1 : 0;
            for (int x = 0; x <= right; x++)
                for (int y = 0; y <= below; y++) grid[column + x][row + y].add(seen);
        }
        return grid;
    }

    @SuppressWarnings("unchecked")
    public TreeSet<Event> getEventsHistory() {
        TreeSet<Event> events = new TreeSet<>();
        for (Object row : model.events(sight().integer("eventCount"), sight().list("events"))) {
            List<Object> e = (List<Object>) row;
            Vector2d place = new Vector2d(Model.number(e.get(6)), Model.number(e.get(7)));
            events.add(new Event((int) Model.number(e.get(0)), (Boolean) e.get(1), (int) Model.number(e.get(2)),
                (int) Model.number(e.get(3)), (int) Model.number(e.get(4)), (int) Model.number(e.get(5)), place));
        }
        return events;
    }

    /** The name that it had in earlier versions. */
    public TreeSet<Event> getHistoricEventsHistory() {
        return getEventsHistory();
    }

    public ArrayList<Observation>[] getNPCPositions() {
        return positions(Types.TYPE_NPC, null);
    }

    public ArrayList<Observation>[] getNPCPositions(Vector2d reference) {
        return positions(Types.TYPE_NPC, reference);
    }

    public ArrayList<Observation>[] getImmovablePositions() {
        return positions(Types.TYPE_STATIC, null);
    }

    public ArrayList<Observation>[] getImmovablePositions(Vector2d reference) {
        return positions(Types.TYPE_STATIC, reference);
    }

    public ArrayList<Observation>[] getMovablePositions() {
        return positions(Types.TYPE_MOVABLE, null);
    }

    public ArrayList<Observation>[] getMovablePositions(Vector2d reference) {
        return positions(Types.TYPE_MOVABLE, reference);
    }

    public ArrayList<Observation>[] getResourcesPositions() {
        return positions(Types.TYPE_RESOURCE, null);
    }

    public ArrayList<Observation>[] getResourcesPositions(Vector2d reference) {
        return positions(Types.TYPE_RESOURCE, reference);
    }

    public ArrayList<Observation>[] getPortalsPositions() {
        return positions(Types.TYPE_PORTAL, null);
    }

    public ArrayList<Observation>[] getPortalsPositions(Vector2d reference) {
        return positions(Types.TYPE_PORTAL, reference);
    }

    public ArrayList<Observation>[] getFromAvatarSpritesPositions() {
        return positions(Types.TYPE_FROMAVATAR, null);
    }

    public ArrayList<Observation>[] getFromAvatarSpritesPositions(Vector2d reference) {
        return positions(Types.TYPE_FROMAVATAR, reference);
    }

    /** A list for each type of a category, by distance if there is something to take it from; null if there is no type. */
    @SuppressWarnings("unchecked")
    private ArrayList<Observation>[] positions(int category, Vector2d reference) {
        List<Object> types = (List<Object>) sight().list("categories").get(category);
        if (types.isEmpty()) return null;
        if (byType == null) {
            byType = new ArrayList<>();
            for (String field : new String[] {"sprites", "listed"})
                for (Object sprite : sight().list(field)) {
                    Observation seen = observation(sprite, NOWHERE);
                    while (byType.size() <= seen.itype) byType.add(new ArrayList<>());
                    byType.get(seen.itype).add(seen);
                }
        }
        ArrayList<Observation>[] lists = new ArrayList[types.size()];
        for (int i = 0; i < lists.length; i++) {
            int type = (int) Model.number(types.get(i));
            lists[i] = type < byType.size() ? new ArrayList<>(byType.get(type)) : new ArrayList<>();
            for (Observation seen : lists[i]) seen.refer(reference == null ? NOWHERE : reference);
            if (reference != null) Collections.sort(lists[i]);
        }
        return lists;
    }

    @SuppressWarnings("unchecked")
    private static Observation observation(Object sprite, Vector2d reference) {
        List<Object> row = (List<Object>) sprite;
        Vector2d position = new Vector2d(Model.number(row.get(3)), Model.number(row.get(4)));
        return new Observation((int) Model.number(row.get(1)), (int) Model.number(row.get(2)), position, reference,
            (int) Model.number(row.get(0)));
    }

    public boolean equiv(Object other) {
        return false;
    }
}
