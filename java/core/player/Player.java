package core.player;

import java.awt.Graphics2D;

/** What all agents have in common. */
public abstract class Player {
    /** Draws on the level; never called here. */
    public void draw(Graphics2D g) {}
}
