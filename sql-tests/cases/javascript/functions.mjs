/** Functions of the golden files here; `sql-tests/oracle/java/Functions.java` has them in Java. */
export const mask = {
  arguments: ['STRING', 'INT'],
  returns: 'STRING',
  eval: (text, keep) => {
    if (text === null || keep === null) return null;
    return text.slice(0, keep) + '*'.repeat(Math.max(0, text.length - keep));
  },
};

export const words = {
  arguments: ['STRING'],
  rows: 'ROW<word STRING, size INT>',
  *eval(text) {
    for (const word of (text ?? '').split(' ')) if (word !== '') yield [word, word.length];
  },
};

export const up_to = {
  arguments: ['INT', 'INT'],
  rows: 'INT',
  *eval(first, last) {
    if (first === null || last === null) return;
    for (let n = first; n <= last; n++) yield n;
  },
};

export const letters = {
  arguments: ['STRING'],
  returns: 'BIGINT',
  createAccumulator: () => ({ letters: 0n, texts: 0 }),
  accumulate(sum, text) {
    if (text === null) return;
    sum.letters += BigInt(text.length);
    sum.texts++;
  },
  retract(sum, text) {
    if (text === null) return;
    sum.letters -= BigInt(text.length);
    sum.texts--;
  },
  getValue: (sum) => (sum.texts === 0 ? null : sum.letters),
};

export const longest = {
  arguments: ['STRING'],
  returns: 'STRING',
  createAccumulator: () => null,
  accumulate: (kept, text) => (text !== null && text.length > (kept ?? '').length ? text : kept),
  getValue: (kept) => kept,
};
