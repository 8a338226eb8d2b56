import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.types.Row;

/**
 * The rows, watermarks and end of one feed table, as a log that every job reads from its beginning.
 * All of it lives in this one process, so a job's source finds it by name.
 */
final class Feed {
    static final Map<String, Feed> ALL = new ConcurrentHashMap<>();

    /** A row, a watermark in milliseconds, or the end. */
    record Event(Row row, Long watermark, boolean end) {}

    /** How far one job's source has come. */
    static final class Reader {
        int position;
        boolean closed;
    }

    private final List<Event> events = new ArrayList<>();
    private final List<Reader> readers = new ArrayList<>();

    static Feed of(String name) {
        return ALL.computeIfAbsent(name, unused -> new Feed());
    }

    synchronized void add(Event event) {
        events.add(event);
        notifyAll();
    }

    synchronized Reader open() {
        Reader reader = new Reader();
        readers.add(reader);
        return reader;
    }

    /** The next event; null when the reader was closed while it waited. */
    synchronized Event next(Reader reader) throws InterruptedException {
        while (!reader.closed && reader.position == events.size()) wait(50);
        return reader.closed ? null : events.get(reader.position);
    }

    /** To be called behind the emission of what `next` gave. */
    synchronized void done(Reader reader) {
        reader.position++;
        notifyAll();
    }

    synchronized void close(Reader reader) {
        reader.closed = true;
        readers.remove(reader);
        notifyAll();
    }

    /** True when every open reader has emitted all there is. */
    synchronized boolean drained() {
        return readers.stream().allMatch(reader -> reader.position == events.size());
    }

    synchronized List<Row> rows() {
        return events.stream().map(Event::row).filter(row -> row != null).toList();
    }

    synchronized boolean ended() {
        return !events.isEmpty() && events.get(events.size() - 1).end();
    }
}
