package core.game;

import tools.Vector2d;

/** The avatar, or something it made, has touched something. */
public class Event implements Comparable<Event> {
    public int gameStep;
    public boolean fromAvatar;
    public int activeTypeId;
    public int passiveTypeId;
    public int activeSpriteId;
    public int passiveSpriteId;
    public Vector2d position;

    public Event(int gameStep, boolean fromAvatar, int activeTypeId, int passiveTypeId, int activeSpriteId,
            int passiveSpriteId, Vector2d position) {
        this.gameStep = gameStep;
        this.fromAvatar = fromAvatar;
        this.activeTypeId = activeTypeId;
        this.passiveTypeId = passiveTypeId;
        this.activeSpriteId = activeSpriteId;
        this.passiveSpriteId = passiveSpriteId;
        this.position = position;
    }

    /** By tick, then what the avatar made before itself, then by types. */
    @Override
    public int compareTo(Event other) {
        int order = Integer.compare(gameStep, other.gameStep);
        if (order == 0) order = Boolean.compare(other.fromAvatar, fromAvatar);
        if (order == 0) order = Integer.compare(passiveTypeId, other.passiveTypeId);
        if (order == 0) order = Integer.compare(activeTypeId, other.activeTypeId);
        return order;
    }
}
