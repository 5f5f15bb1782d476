package ludex;

import java.util.List;
import java.util.Map;
import ontology.Types;
import tools.Vector2d;

/** An observation as Ludex sends it, read as agents ask for it. */
public final class Sight {
    private final Map<String, Object> fields;

    public Sight(Map<String, Object> fields) {
        this.fields = fields;
    }

    /** What is told of a player; of the agent's own, without a list of players. */
    @SuppressWarnings("unchecked")
    public Sight player(int player) {
        List<Object> players = (List<Object>) fields.get("players");
        return players == null ? this : new Sight((Map<String, Object>) players.get(player));
    }

    public Map<String, Object> fields() {
        return fields;
    }

    public double number(String name) {
        return Model.number(fields.get(name));
    }

    public int integer(String name) {
        return (int) number(name);
    }

    public boolean is(String name) {
        return Boolean.TRUE.equals(fields.get(name));
    }

    @SuppressWarnings("unchecked")
    public List<Object> list(String name) {
        List<Object> list = (List<Object>) fields.get(name);
        return list == null ? List.of() : list;
    }

    public Vector2d vector(String name) {
        List<Object> pair = list(name);
        return new Vector2d(Model.number(pair.get(0)), Model.number(pair.get(1)));
    }

    public Types.ACTIONS action(String name) {
        return Types.ACTIONS.valueOf((String) fields.get(name));
    }

    public Types.WINNER winner() {
        return Types.WINNER.valueOf((String) fields.get("gameWinner"));
    }
}
