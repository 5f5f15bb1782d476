package core.player;

import core.game.StateObservationMulti;
import ontology.Types;
import tools.ElapsedCpuTimer;

/** An agent for one of two players. It has a constructor that takes a StateObservationMulti, an ElapsedCpuTimer and its number. */
public abstract class AbstractMultiPlayer extends Player {
    /** Chooses an action. Called once a tick. */
    public abstract Types.ACTIONS act(StateObservationMulti stateObs, ElapsedCpuTimer elapsedTimer);

    /** The game is over. */
    public void resultMulti(StateObservationMulti stateObs, ElapsedCpuTimer elapsedCpuTimer) {}
}
