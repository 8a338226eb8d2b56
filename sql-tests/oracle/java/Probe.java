import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.bridge.java.internal.StreamTableEnvironmentImpl;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.operations.CollectModifyOperation;
import org.apache.flink.table.runtime.generated.GeneratedClass;
import org.apache.flink.table.runtime.generated.GeneratedOperator;
import org.apache.flink.table.runtime.operators.CodeGenOperatorFactory;
import org.apache.flink.table.utils.print.RowDataToStringConverter;

/**
 * Evaluates many expressions over the rows of one table: the real planner makes the Calc, and its
 * generated operator is called here row by row, so that an error is one row's and one expression's.
 *
 * <p>Each is validated alone. Those that are taken go through together; where that fails, each half
 * again: so those that are thought to fail in a row should come alone.
 */
final class Probe {
    interface Printer {
        RowDataToStringConverter of(ResolvedSchema schema) throws Exception;
    }

    /** What ties a generated operator to a task. */
    private static final String SETUP = "this.setup(task, config, output);";

    private static final String CONTEXT = "(getRuntimeContext())";

    private final StreamTableEnvironment tables;
    private final String from;
    private final List<RowData> rows;
    private final Printer printer;

    Probe(StreamTableEnvironment tables, String from, List<RowData> rows, Printer printer) {
        this.tables = tables;
        this.from = from;
        this.rows = rows;
        this.printer = printer;
    }

    /** One answer an expression: `refused`, or `type` and `cells`. */
    void evaluate(List<String> expressions, ArrayNode answers) {
        ObjectNode[] found = new ObjectNode[expressions.size()];
        List<Integer> taken = new ArrayList<>();
        for (int i = 0; i < found.length; i++) {
            try {
                tables.sqlQuery("SELECT " + expressions.get(i) + " FROM " + from);
                taken.add(i);
            } catch (Throwable failure) {
                found[i] = Oracle.JSON.createObjectNode().put("refused", message(failure));
            }
        }
        halved(expressions, taken, found);
        for (ObjectNode each : found) answers.add(each);
    }

    private void halved(List<String> expressions, List<Integer> some, ObjectNode[] found) {
        if (some.isEmpty()) return;
        try {
            List<ObjectNode> made =
                    together(some.stream().map(expressions::get).toList(), some.size() == 1);
            for (int i = 0; i < made.size(); i++) found[some.get(i)] = made.get(i);
        } catch (Throwable failure) {
            if (some.size() == 1) {
                String reason = message(failure);
                found[some.get(0)] = Oracle.JSON.createObjectNode().put("refused", reason);
                return;
            }
            int half = some.size() / 2;
            halved(expressions, some.subList(0, half), found);
            halved(expressions, some.subList(half, some.size()), found);
        }
    }

    private List<ObjectNode> together(List<String> expressions, boolean alone) throws Exception {
        Table query = tables.sqlQuery("SELECT " + String.join(",\n", named(expressions)) + " FROM " + from);
        ResolvedSchema schema = query.getResolvedSchema();
        RowDataToStringConverter text = printer.of(schema);
        List<ObjectNode> answers = new ArrayList<>();
        for (int i = 0; i < expressions.size(); i++) {
            ObjectNode answer = Oracle.JSON.createObjectNode();
            answer.put(
                    "type", schema.getColumnDataTypes().get(i).getLogicalType().asSummaryString());
            answer.putArray("cells");
            answers.add(answer);
        }
        List<RowData> made = new ArrayList<>(1);
        OneInputStreamOperator<RowData, RowData> calc = operator(query, made);
        for (RowData row : rows) {
            made.clear();
            try {
                calc.processElement(new StreamRecord<>(row));
                String[] values = text.convert(made.get(0));
                for (int i = 0; i < values.length; i++) {
                    ArrayNode cells = (ArrayNode) answers.get(i).get("cells");
                    if (made.get(0).isNullAt(i)) cells.addNull();
                    else cells.add(values[i]);
                }
            } catch (Throwable failure) {
                if (!alone) throw failure;
                ((ArrayNode) answers.get(0).get("cells"))
                        .addObject()
                        .put("error", message(failure));
            }
        }
        return answers;
    }

    private static List<String> named(List<String> expressions) {
        List<String> items = new ArrayList<>();
        for (String each : expressions) items.add(each + " AS e" + items.size());
        return items;
    }

    @SuppressWarnings("unchecked")
    private OneInputStreamOperator<RowData, RowData> operator(Table query, List<RowData> made)
            throws Exception {
        Transformation<?> root =
                ((StreamTableEnvironmentImpl) tables)
                        .getPlanner()
                        .translate(List.of(new CollectModifyOperation(query.getQueryOperation())))
                        .get(0);
        GeneratedClass<?> code = null;
        for (Transformation<?> it = root; !it.getInputs().isEmpty(); it = it.getInputs().get(0)) {
            if (!(it instanceof OneInputTransformation)) continue;
            Object factory = ((OneInputTransformation<?, ?>) it).getOperatorFactory();
            if (!(factory instanceof CodeGenOperatorFactory)) continue;
            if (code != null) throw new IllegalStateException("more than one Calc");
            code = ((CodeGenOperatorFactory<?>) factory).getGeneratedClass();
        }
        if (code == null) throw new IllegalStateException("no Calc");
        GeneratedClass<?> bare =
                new GeneratedOperator<>(
                        code.getClassName(),
                        code.getCode()
                                .replace(SETUP, "this.output = output;")
                                .replace("super.open();", "")
                                .replace(CONTEXT, "(null, getClass().getClassLoader(), null)"),
                        code.getReferences(),
                        tables.getConfig());
        OneInputStreamOperator<RowData, RowData> calc =
                (OneInputStreamOperator<RowData, RowData>)
                        bare.newInstance(
                                Probe.class.getClassLoader(),
                                code.getReferences(),
                                null,
                                null,
                                output(made),
                                proxy(ProcessingTimeService.class, ignored -> {}));
        calc.open();
        return calc;
    }

    private static Object output(List<RowData> made) {
        return proxy(
                Output.class,
                argument -> {
                    if (argument instanceof StreamRecord<?> record) {
                        made.add((RowData) record.getValue());
                    }
                });
    }

    /** An instance whose methods take one argument at most and give nothing. */
    private static Object proxy(Class<?> type, Consumer<Object> method) {
        return Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, called, arguments) -> {
                    if (arguments != null) method.accept(arguments[0]);
                    return null;
                });
    }

    static String message(Throwable failure) {
        Throwable it = failure;
        while (it.getCause() != null) it = it.getCause();
        return it.getClass().getSimpleName() + ": " + it.getMessage();
    }
}
