/** Where fuzzed queries are kept, in the project's folder. */
export const CORPUS = 'sql-tests/fuzz/corpus/queries';
