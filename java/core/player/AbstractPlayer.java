package core.player;

import core.game.StateObservation;
import ontology.Types;
import tools.ElapsedCpuTimer;

/** An agent for one player. It has a constructor that takes a StateObservation and an ElapsedCpuTimer. */
public abstract class AbstractPlayer extends Player {
    /** Chooses an action. Called once a tick. */
    public abstract Types.ACTIONS act(StateObservation stateObs, ElapsedCpuTimer elapsedTimer);

    /** The game is over. */
    public void result(StateObservation stateObs, ElapsedCpuTimer elapsedCpuTimer) {}
}
