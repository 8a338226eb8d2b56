export const USAGE = `Millrace: Flink SQL in one process.

millrace start [--config FILE] [-D key=value]...
    Starts the server in the foreground.

millrace sql [FILE | -] [-e URL]
    Sends a script to a running server and prints its rows, an object a line.
    Without FILE, or with -, the script is read from the standard input.
    URL is http://127.0.0.1:8083 unless it is given.

millrace check FILE [--syntax-only]
    Parses and binds a script without running it; prints all errors.

millrace test [PATHS] [--rewrite] [--profile NAME]
    Runs golden SQL tests; see docs/golden-tests.md.

millrace state ls|inspect|verify|gc --dry-run PATH [--config FILE] [-D key=value]...
    Lists the checkpoints below PATH, a job's folder of checkpoints, a checkpoint, a savepoint or a
    folder of state files; shows sizes by operator and table and how files lie in levels; reads
    and checks every block; tells which files no completed checkpoint names.

millrace state inspect URL
    Tells who holds the managed memory of the server at URL, as http://127.0.0.1:8083.

millrace --help, millrace --version
`;
