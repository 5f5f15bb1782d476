import java.io.*;
import java.util.*;
import java.util.regex.*;

/** A small agent for Ludex without any library: tries every action in a few random futures and takes the best. */
public class Bot {
    public static void main(String[] words) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        Random random = new Random(1);
        for (String line; (line = in.readLine()) != null && !line.contains("\"type\":\"end\""); ) {
            if (line.contains("\"type\":\"hello\"")) {
                System.out.println("{\"type\":\"hello\",\"protocol\":1}");
            } else if (line.contains("\"type\":\"start\"")) {
                System.out.println("{\"type\":\"ready\"}");
            } else {
                String[] actions = find("\"availableActions\":\\[(.*?)\\]", line).get(0).split(",");
                String calls = "";
                for (int i = 0; i < 10 * actions.length; i++) {
                    String future = actions[i % actions.length];
                    for (int tick = 1; tick < 10; tick++) future += "," + actions[random.nextInt(actions.length)];
                    calls += (i > 0 ? "," : "") + "{\"copy\":0,\"to\":1},{\"advance\":1,\"actions\":[" + future + "]}";
                }
                System.out.println("{\"type\":\"model\",\"calls\":[" + calls + "]}");
                String results = in.readLine();
                List<String> scores = find("\"gameScore\":([-0-9.eE]+)", results);
                List<String> winners = find("\"gameWinner\":\"(\\w+)\"", results);
                double[] values = new double[actions.length];
                for (int i = 0; i < scores.size(); i++)
                    values[i % actions.length] += Double.parseDouble(scores.get(i))
                        + (winners.get(i).equals("PLAYER_WINS") ? 1000 : winners.get(i).equals("PLAYER_LOSES") ? -1000 : 0);
                int best = 0;
                for (int i = 1; i < values.length; i++) if (values[i] > values[best]) best = i;
                System.out.println("{\"type\":\"action\",\"action\":" + actions[best] + "}");
            }
        }
    }

    static List<String> find(String pattern, String text) {
        List<String> found = new ArrayList<>();
        for (Matcher m = Pattern.compile(pattern).matcher(text); m.find(); ) found.add(m.group(1));
        return found;
    }
}
