/** Ports to try in order, as Flink spells them: `8083`, `8083,9083`, `8083-8090`, or a mix. */
import type { ValueType } from './type.js';

export const ports: ValueType<readonly number[]> = {
  name: 'String',
  range: '',
  allowed: 'a port from 0 to 65535, a list such as 8083,9083 or a range such as 8083-8090',
  read(text) {
    const found: number[] = [];
    for (const part of text.split(',')) {
      const [, first, last] = /^\s*(\d{1,5})\s*(?:-\s*(\d{1,5})\s*)?$/.exec(part) ?? [];
      if (first === undefined) return undefined;
      const from = Number(first);
      const to = last === undefined ? from : Number(last);
      if (from > to || to > 65535) return undefined;
      for (let port = from; port <= to; port++) found.push(port);
    }
    return found;
  },
  write: (value) => value.join(','),
};
