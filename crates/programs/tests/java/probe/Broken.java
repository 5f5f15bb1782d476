package probe;

import core.game.StateObservation;
import core.player.AbstractPlayer;
import ontology.Types;
import tools.ElapsedCpuTimer;

/** Breaks down at its first decision. */
public class Broken extends AbstractPlayer {
    public Broken(StateObservation state, ElapsedCpuTimer timer) {}

    @Override
    public Types.ACTIONS act(StateObservation state, ElapsedCpuTimer timer) {
        throw new IllegalStateException("no idea");
    }
}
