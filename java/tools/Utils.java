package tools;

/** Small formulas that sample agents call. */
public class Utils {
    /** A value moved a little, so that equal values differ. */
    public static double noise(double input, double epsilon, double random) {
        return (input + epsilon) * (1.0 + epsilon * (random - 0.5));
    }

    /** A value between 0 and 1, by its place between two others. */
    public static double normalise(double value, double min, double max) {
        return min < max ? (value - min) / (max - min) : value;
    }

    /** The place of the first of the largest values. */
    public static int argmax(double[] values) {
        int best = 0;
        for (int i = 1; i < values.length; i++) if (values[i] > values[best]) best = i;
        return best;
    }
}
