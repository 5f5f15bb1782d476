package tools;

/** A point or a direction. */
public class Vector2d {
    public double x;
    public double y;

    public Vector2d() {
        this(0, 0);
    }

    public Vector2d(double x, double y) {
        this.x = x;
        this.y = y;
    }

    public Vector2d(Vector2d other) {
        this(other.x, other.y);
    }

    public Vector2d copy() {
        return new Vector2d(this);
    }

    public void set(Vector2d other) {
        set(other.x, other.y);
    }

    public void set(double x, double y) {
        this.x = x;
        this.y = y;
    }

    public void zero() {
        set(0, 0);
    }

    public Vector2d add(Vector2d other) {
        return add(other.x, other.y);
    }

    public Vector2d add(double x, double y) {
        this.x += x;
        this.y += y;
        return this;
    }

    public Vector2d subtract(Vector2d other) {
        return subtract(other.x, other.y);
    }

    public Vector2d subtract(double x, double y) {
        return add(-x, -y);
    }

    public Vector2d mul(double factor) {
        x *= factor;
        y *= factor;
        return this;
    }

    public double mag() {
        return Math.hypot(x, y);
    }

    public double sqDist(Vector2d other) {
        return (x - other.x) * (x - other.x) + (y - other.y) * (y - other.y);
    }

    public double dist(Vector2d other) {
        return Math.sqrt(sqDist(other));
    }

    public double scalarProduct(Vector2d other) {
        return x * other.x + y * other.y;
    }

    public double theta() {
        return Math.atan2(y, x);
    }

    /** Gives it length 1, unless it has none. */
    public void normalise() {
        double length = mag();
        if (length > 0) mul(1 / length);
        else zero();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Vector2d v && v.x == x && v.y == y;
    }

    @Override
    public int hashCode() {
        return Double.hashCode(x) * 31 + Double.hashCode(y);
    }

    @Override
    public String toString() {
        return x + " : " + y;
    }
}
