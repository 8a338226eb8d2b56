import org.apache.flink.table.annotation.DataTypeHint;
import org.apache.flink.table.annotation.FunctionHint;
import org.apache.flink.table.functions.AggregateFunction;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.functions.TableFunction;
import org.apache.flink.types.Row;

/** In Java what golden files have in `cases/javascript/functions.mjs`, by the same names. */
public final class Functions {
    private Functions() {}

    public static class mask extends ScalarFunction {
        public String eval(String text, Integer keep) {
            if (text == null || keep == null) return null;
            int kept = Math.min(keep, text.length());
            return text.substring(0, kept) + "*".repeat(text.length() - kept);
        }
    }

    @FunctionHint(output = @DataTypeHint("ROW<word STRING, size INT>"))
    public static class words extends TableFunction<Row> {
        public void eval(String text) {
            if (text == null) return;
            for (String word : text.split(" ")) {
                if (!word.isEmpty()) collect(Row.of(word, word.length()));
            }
        }
    }

    public static class up_to extends TableFunction<Integer> {
        public void eval(Integer first, Integer last) {
            if (first == null || last == null) return;
            for (int n = first; n <= last; n++) collect(n);
        }
    }

    /** The length of all texts. */
    public static class Sum {
        public long letters;
        public long texts;
    }

    public static class letters extends AggregateFunction<Long, Sum> {
        @Override
        public Sum createAccumulator() {
            return new Sum();
        }

        public void accumulate(Sum sum, String text) {
            if (text == null) return;
            sum.letters += text.length();
            sum.texts++;
        }

        public void retract(Sum sum, String text) {
            if (text == null) return;
            sum.letters -= text.length();
            sum.texts--;
        }

        public void merge(Sum sum, Iterable<Sum> others) {
            for (Sum other : others) {
                sum.letters += other.letters;
                sum.texts += other.texts;
            }
        }

        @Override
        public Long getValue(Sum sum) {
            return sum.texts == 0 ? null : sum.letters;
        }
    }

    /** The longest text; the first of those that are equally long. */
    public static class Longest {
        public String text;
    }

    public static class longest extends AggregateFunction<String, Longest> {
        @Override
        public Longest createAccumulator() {
            return new Longest();
        }

        public void accumulate(Longest kept, String text) {
            if (text == null) return;
            if (kept.text == null || text.length() > kept.text.length()) kept.text = text;
        }

        @Override
        public String getValue(Longest kept) {
            return kept.text;
        }
    }
}
