/**
 * `npm run bench:nexmark`: the queries of Nexmark, each in a process of its own, over the events of
 * the connector `nexmark`. Prints events a second of CPU and on the clock, peak memory, checkpoints
 * and whether the output is the published one. Ends with 1 where one is not.
 *
 * `--queries q0,q5`, `--events N`, `--state hashmap,rocksdb,forst`; `--verify` runs each query over
 * tasks, backends, async or not, killed, and compares outputs with what is published, else with the
 * first (`--only "killed;2 tasks"`: the runs so called); `--engine millrace,flink` has both read
 * the same files and compares outputs; `--publish` writes what came out as published.
 */
import { parseArgs } from 'node:util';
import { MillraceError } from '../../conf/errors/error.js';
import { rowsWithin } from '../../operators/source/nexmark/site.js';
import { MEGABYTE } from '../state-remote/bar.js';
import { askProcess } from './ask-process.js';
import { type Events, type Measured, type Output, outputText } from './plan.js';
import { publish, publishedOutput, RATE, SEED } from './published.js';
import { isRepeatable, queryNames } from './tables.js';
import { type Backend, backendSettings, backends, type Variant, variants } from './variants.js';

const { values } = parseArgs({
  options: {
    queries: { type: 'string', default: queryNames.join(',') },
    events: { type: 'string', default: '2000000' },
    state: { type: 'string', default: 'hashmap' },
    engine: { type: 'string', default: 'millrace' },
    verify: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    publish: { type: 'boolean', default: false },
  },
});

const events: Events = { count: wholeNumber(values.events), seed: SEED, rate: RATE };
const queries = chosen('queries', values.queries, queryNames);
const states = chosen('state', values.state, backends);
const engines = chosen('engine', values.engine, ['millrace', 'flink']);
const CHECKPOINTS = { 'execution.checkpointing.interval': '2 s' };
let wrong = 0;

function wholeNumber(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new MillraceError('CLI_USAGE', `--events is '${text}'; allowed is a number of events`);
}

function chosen<T extends string>(name: string, text: string, known: readonly T[]): readonly T[] {
  return text.split(',').map((word) => {
    const found = known.find((each) => each === word);
    if (found !== undefined) return found;
    throw new MillraceError('CLI_USAGE', `--${name} has '${word}'; known are ${known.join(', ')}`);
  });
}

function measure(state: Backend): void {
  console.log(`\n${values.events} events, ${state}\n`);
  row('query', 'events read', 'k/s of CPU', 'k/s', 'MB', 'checkpoints', 'output', '');
  row(...Array<string>(8).fill('---'));
  for (const query of queries) {
    const settings = { ...backendSettings(state), ...CHECKPOINTS };
    const { answer } = askProcess({ query, events, files: null, settings }, true);
    if (answer.kind === 'refused') {
      row(query, '', '', '', '', '', '', `refused: ${answer.reason.split('\n')[0]}`);
      continue;
    }
    row(query, ...cells(answer.measured), outputText(answer.output), judged(query, answer.output));
  }
}

function cells(measured: Measured | undefined): string[] {
  if (measured === undefined) return ['', '', '', '', ''];
  const { rowsRead, cpuSeconds, seconds, peakBytes, checkpoints } = measured;
  const rates = [cpuSeconds, seconds].map((each) => (rowsRead / each / 1000).toFixed(0));
  const [ofCpu = '', onClock = ''] = rates;
  const peak = (peakBytes / MEGABYTE).toFixed(0);
  return [rowsRead.toLocaleString('en-US'), ofCpu, onClock, peak, String(checkpoints)];
}

/** Against what is published. */
function judged(query: string, output: Output): string {
  if (!isRepeatable(query)) {
    if (output.rows === rowsWithin(events.count, 'bid')) return 'counts every bid';
    wrong++;
    return '**bids are missing, or there are too many**';
  }
  if (values.publish) {
    publish(query, events, output);
    return 'published';
  }
  const published = publishedOutput(query, events);
  if (published === undefined) return 'none is published';
  if (published === outputText(output)) return 'as published';
  wrong++;
  return `**differs** from ${published}`;
}

/** Those whose names hold one of the words of `--only`. */
function chosenVariants(): readonly Variant[] {
  const words = values.only.split(';');
  const chosen = variants.filter(({ name }) => words.some((word) => name.includes(word)));
  if (chosen.length > 0) return chosen;
  const known = variants.map(({ name }) => `'${name}'`).join('; ');
  throw new MillraceError('CLI_USAGE', `--only is '${values.only}'; runs are ${known}`);
}

function verify(): void {
  row('query', 'run', 'output', '');
  row(...Array<string>(4).fill('---'));
  const runs = chosenVariants();
  for (const query of queries) {
    let expected = publishedOutput(query, events);
    for (const { name, settings, dieAfter } of runs) {
      const dying = dieAfter === undefined ? {} : { dieAfter };
      const asked = askProcess({ query, events, files: null, settings, ...dying }, false);
      if (asked.answer.kind === 'refused') {
        row(query, '', '', `refused: ${asked.answer.reason.split('\n')[0]}`);
        break;
      }
      const { output } = asked.answer;
      if (isRepeatable(query)) expected ??= outputText(output);
      const isSame = expected === undefined || expected === outputText(output);
      const verdict = expected === undefined ? 'by the clock' : isSame ? 'same' : '**differs**';
      if (!isSame) wrong++;
      const alive =
        dieAfter !== undefined && !asked.wasKilled ? ', ended before it was killed' : '';
      row(query, name, outputText(output), verdict + alive);
    }
  }
}

function row(...cells: readonly string[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}

if (engines.includes('flink')) {
  const { compareWithFlink } = await import('./compare.js');
  wrong += await compareWithFlink(queries, events, row);
} else if (values.verify) verify();
else for (const state of states) measure(state);
process.exitCode = wrong === 0 ? 0 : 1;
