package ontology;

import tools.Vector2d;

/** Names that agents of GVGAI's planning track know. */
public class Types {
    public static final Vector2d NIL = new Vector2d(-1, -1);
    public static final Vector2d NONE = new Vector2d(0, 0);
    public static final Vector2d UP = new Vector2d(0, -1);
    public static final Vector2d DOWN = new Vector2d(0, 1);
    public static final Vector2d LEFT = new Vector2d(-1, 0);
    public static final Vector2d RIGHT = new Vector2d(1, 0);

    public static final int TYPE_AVATAR = 0;
    public static final int TYPE_RESOURCE = 1;
    public static final int TYPE_PORTAL = 2;
    public static final int TYPE_NPC = 3;
    public static final int TYPE_STATIC = 4;
    public static final int TYPE_FROMAVATAR = 5;
    public static final int TYPE_MOVABLE = 6;

    /** What a player can do. */
    public enum ACTIONS {
        ACTION_NIL, ACTION_UP, ACTION_LEFT, ACTION_DOWN, ACTION_RIGHT, ACTION_USE, ACTION_ESCAPE;

        /** Whether it steers somewhere. */
        public static boolean isMoving(ACTIONS action) {
            return action == ACTION_UP || action == ACTION_DOWN || action == ACTION_LEFT || action == ACTION_RIGHT;
        }

        /** The action that steers in a direction; NIL for any other vector. */
        public static ACTIONS fromVector(Vector2d direction) {
            if (direction.equals(UP)) return ACTION_UP;
            if (direction.equals(DOWN)) return ACTION_DOWN;
            if (direction.equals(LEFT)) return ACTION_LEFT;
            if (direction.equals(RIGHT)) return ACTION_RIGHT;
            return ACTION_NIL;
        }
    }

    /** How a game stands for a player. */
    public enum WINNER {
        PLAYER_DISQ(-100), NO_WINNER(-1), PLAYER_LOSES(0), PLAYER_WINS(1);

        private final int key;

        WINNER(int key) {
            this.key = key;
        }

        public int key() {
            return key;
        }
    }
}
