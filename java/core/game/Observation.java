package core.game;

import tools.Vector2d;

/** A sprite as agents see it. */
public class Observation implements Comparable<Observation> {
    public int category;
    public int itype;
    public int obsID;
    public Vector2d position;
    public Vector2d reference;
    public double sqDist;

    public Observation(int itype, int obsID, Vector2d position, Vector2d reference, int category) {
        this.itype = itype;
        this.obsID = obsID;
        this.position = position;
        this.category = category;
        refer(reference);
    }

    /** Takes its distance from a position. */
    void refer(Vector2d reference) {
        this.reference = reference;
        sqDist = position.sqDist(reference);
    }

    @Override
    public int compareTo(Observation other) {
        return Double.compare(sqDist, other.sqDist);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Observation o && o.itype == itype && o.obsID == obsID
            && o.position.equals(position) && o.category == category;
    }

    @Override
    public int hashCode() {
        return obsID * 31 + itype;
    }
}
