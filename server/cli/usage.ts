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

millrace state ls|inspect|verify PATH [--config FILE] [-D key=value]...
    Lists the files of stored state below PATH; shows what is in them by table and how they lie
    in levels; reads and checks every block.

millrace --help, millrace --version
`;
