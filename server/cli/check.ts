/** `millrace check`: parses and binds a script in a session of its own; runs nothing. */
import { Configuration } from '../../conf/configuration.js';
import { asMillraceError, describe, MillraceError } from '../../conf/errors/error.js';
import { readScriptAll } from '../../planner/dialect/read.js';
import type { Script } from '../../planner/parser/parse.js';
import { readArguments, usage } from './arguments.js';
import { readSqlFile } from './sql-file.js';

export async function run(args: readonly string[]): Promise<number> {
  const flags = { 'syntax-only': { type: 'boolean', default: false } } as const;
  const { values, positionals } = readArguments(args, flags, 1);
  const [file] = positionals;
  if (file === undefined) throw usage('check needs a file');
  const text = readSqlFile(file);
  const script = readScriptAll(text, new Configuration(), { file });
  const errors = [...script.errors];
  if (values['syntax-only'] !== true) errors.push(...(await bindErrors(script, text, file)));
  errors.sort((a, b) => (a.place?.start ?? 0) - (b.place?.start ?? 0));
  for (const error of errors) process.stderr.write(`${describe(inFile(error, file))}\n`);
  const count = script.statements.length;
  if (errors.length === 0) process.stdout.write(`${file}: ${count} statements, no error\n`);
  return errors.length === 0 ? 0 : 1;
}

/** A statement sees what those before it declared. */
async function bindErrors(
  { statements }: Script,
  text: string,
  file: string,
): Promise<MillraceError[]> {
  const { Catalogs } = await import('../../planner/catalog/catalogs.js');
  const { Findings } = await import('../../planner/binder/findings.js');
  const { PlannerSession } = await import('../../planner/session.js');
  const findings = new Findings();
  const session = new PlannerSession(new Catalogs(), new Configuration(), findings);
  const errors = new Map<string, MillraceError>();
  /** Names of tables and views that would stand, were their statements right. */
  const unmade = new Set<string>();
  for (const statement of statements) {
    try {
      session.prepare(statement, text);
      for (const { text: said } of session.configuration.takeNotices()) {
        const line = text.slice(0, statement.start).split('\n').length;
        process.stderr.write(`${file}, line ${line}: ${said}\n`);
      }
    } catch (error) {
      findings.add(asMillraceError(error));
      const { kind } = statement;
      if (kind === 'createTable' || kind === 'createView') unmade.add(written(statement.name));
    }
    for (const error of findings.take()) {
      const { start, end } = error.place ?? {};
      const follows = error.code === 'BIND_UNKNOWN_TABLE' && unmade.has(text.slice(start, end));
      // What is wrong with a table's options shows at each of its uses.
      if (!follows) errors.set(describe(error), error);
    }
  }
  return [...errors.values()];

  function written({ start, end }: { readonly start: number; readonly end: number }): string {
    return text.slice(start, end);
  }
}

function inFile(error: MillraceError, file: string): MillraceError {
  const { code, reason, place, hint } = error;
  return new MillraceError(code, reason, {
    place: { ...place, file },
    ...(hint === undefined ? {} : { hint }),
  });
}
