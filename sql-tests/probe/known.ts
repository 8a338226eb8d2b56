/** Expressions of the matrices whose answers differ from Flink's, on purpose; why, by each. */
export const KNOWN: ReadonlyMap<string, string> = new Map([
  ['CAST(m AS MAP<STRING, STRING>)', 'entries stay in order; Flink puts them into a hash map'],
  ['TRY_CAST(m AS MAP<STRING, STRING>)', 'entries stay in order; Flink puts them into a hash map'],
  ['t3 IN (z9, z9)', 'Flink compares digits that the cast to TIMESTAMP(3) should have cut'],
  ['z3 IN (t9, t9)', 'Flink compares digits that the cast to TIMESTAMP_LTZ(3) should have cut'],
  ["OBJECT_OF('p.T', 'a', i32, 'b', s) < NULL", 'NULL; Flink cannot order the type'],
  [
    "NULLIF(OBJECT_OF('p.T', 'a', i32, 'b', s), OBJECT_OF('p.T', 'a', i32, 'b', s))",
    'Flink cannot make the branches one type',
  ],
  ['PARSE_JSON(\'{"a": 1}\') = NULL', 'NULL; Flink cannot cast NULL to VARIANT'],
]);
