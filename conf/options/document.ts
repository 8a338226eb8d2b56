/**
 * `docs/config.md` from the schema: `npm run docs` writes it, and a test fails when the file is not
 * what this makes.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Option } from '../option.js';
import { shipped } from '../package-folder.js';
import { type Topic, topics } from './schema.js';

/** The page; this module stands in `dist/conf/options/`. */
export const pageFile = shipped('docs', 'config.md');

const INTRODUCTION = `# Configuration

<!-- Written by \`npm run docs\` from conf/options/; edit the options, not this page. -->

Millrace reads one \`config.yaml\`: the file of \`--config FILE\`, else \`config.yaml\` in the
folder of the variable \`MILLRACE_CONF_DIR\`, else the one in \`conf/\`. Its keys are Flink's,
nested or flat:

\`\`\`yaml
parallelism.default: 4
table:
  exec:
    state.ttl: 1 d
\`\`\`

\`-D key=value\` on the command line goes over the file. \`SET 'key' = 'value'\` changes a setting
of the session, \`RESET 'key'\` gives back what the server started with, \`SET\` alone lists what is
set.

- **Boolean**: \`true\` or \`false\`. **Enum**: one of the words, in any case.
- **Duration**: \`10 min\`, \`1 d\`, \`500 ms\`; without a unit, milliseconds. Units: d, h, min (m),
  s, ms, µs, ns, or day, hour, minute, sec, second, milli, millisecond, micro, microsecond, nano,
  nanosecond and their plurals.
- **MemorySize**: \`64 kb\`, \`512m\`, \`1 gb\`; without a unit, bytes. 1 kb is 1024 bytes. Units:
  b, k (kb), m (mb), g (gb), t (tb).
- **List**: a YAML list, or \`a;b\`. **Map**: a YAML map, or \`k1:v1,k2:v2\`. Quote parts that hold
  a separator with \`'\` or \`"\`.

A value that is not allowed stops the start, with file, line, key and what is allowed. A key that
Flink knows but that does nothing here is named once at the start; one that nobody knows is named
with the nearest that is known. Options marked *server* are read when the server starts; the others
can be SET. Options marked *no effect* are checked, but nothing reads them in this version.
`;

/** The whole page. */
export function configPage(): string {
  return `${INTRODUCTION}${topics.map(topicText).join('')}`;
}

function topicText({ title, options }: Topic): string {
  const head = '| key | default | type | |\n|---|---|---|---|\n';
  return `\n## ${title}\n\n${head}${options.map(row).join('')}`;
}

function row(option: Option<unknown>): string {
  const { type } = option;
  const marks = [
    ...(option.scope === 'server' ? ['*server*'] : []),
    ...(option.inert ? ['*no effect*'] : []),
  ];
  const older = option.fallback.map((key) => `\`${key}\``).join(', ');
  const text = [option.doc, ...(older === '' ? [] : [`Older name: ${older}.`]), ...marks].join(' ');
  const range = type.range === '' ? type.name : `${type.name}: ${type.range}`;
  const cells = [`\`${option.key}\``, option.defaultText, range, text];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(pageFile, configPage());
