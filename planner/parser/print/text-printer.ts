/** Prints names, strings, options and types. */
import type { IntervalQualifier, StringLiteral } from '../ast/literal.js';
import type { Identifier, ObjectName, Option, OptionKey } from '../ast/node.js';
import type { RowField, SimpleType, TypeNode } from '../ast/type.js';

export function quote(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** The parts that are not absent, with single spaces between them. */
export function words(...parts: readonly (string | undefined | false)[]): string {
  let out = '';
  for (const part of parts) {
    if (part === undefined || part === false || part === '') continue;
    out += out === '' ? part : ` ${part}`;
  }
  return out;
}

export class TextPrinter {
  identifier(node: Identifier): string {
    return node.quoted ? `\`${node.name.replaceAll('`', '``')}\`` : node.name;
  }

  name(node: ObjectName): string {
    return this.path(node.parts);
  }

  path(parts: readonly Identifier[]): string {
    return parts.map((part) => this.identifier(part)).join('.');
  }

  /** `(a, b)`, or nothing for an empty list. */
  columns(columns: readonly Identifier[]): string {
    if (columns.length === 0) return '';
    return `(${columns.map((column) => this.identifier(column)).join(', ')})`;
  }

  string(node: StringLiteral): string {
    return quote(node.value);
  }

  comment(node: StringLiteral | undefined): string | undefined {
    return node && `COMMENT ${this.string(node)}`;
  }

  option(option: Option): string {
    return `${quote(option.key)} = ${quote(option.value)}`;
  }

  options(options: readonly Option[]): string {
    return `(${options.map((option) => this.option(option)).join(', ')})`;
  }

  /** `WITH (…)`, or nothing without options. */
  withOptions(options: readonly Option[]): string {
    return options.length === 0 ? '' : `WITH ${this.options(options)}`;
  }

  optionKeys(keys: readonly OptionKey[]): string {
    return `(${keys.map(({ key }) => quote(key)).join(', ')})`;
  }

  intervalQualifier({ from, precision, to, fraction }: IntervalQualifier): string {
    let out: string = from;
    if (to === undefined) {
      const digits = [precision, fraction].filter((digit) => digit !== undefined);
      if (digits.length > 0) out += `(${digits.join(', ')})`;
      return out;
    }
    if (precision !== undefined) out += `(${precision})`;
    out += ` TO ${to}`;
    return fraction === undefined ? out : `${out}(${fraction})`;
  }

  type(node: TypeNode): string {
    const text = this.bareType(node);
    return node.notNull ? `${text} NOT NULL` : text;
  }

  private bareType(node: TypeNode): string {
    switch (node.kind) {
      case 'simpleType':
        return this.simpleType(node);
      case 'intervalType':
        return `INTERVAL ${this.intervalQualifier(node.qualifier)}`;
      case 'collectionType':
        return `${node.collection}<${this.type(node.element)}>`;
      case 'mapType':
        return `MAP<${this.type(node.key)}, ${this.type(node.value)}>`;
      case 'rowType':
        return `ROW<${this.fields(node.fields)}>`;
      case 'rawType':
        return `RAW(${this.string(node.className)}, ${this.string(node.snapshot)})`;
      case 'structuredType': {
        const fields = node.fields.length === 0 ? '' : `, ${this.fields(node.fields)}`;
        return `STRUCTURED<${this.string(node.className)}${fields}>`;
      }
      case 'namedType':
        return this.name(node.name);
    }
  }

  protected simpleType({ name, precision, scale }: SimpleType): string {
    const args = [precision, scale].filter((arg) => arg !== undefined);
    const suffix = args.length === 0 ? '' : `(${args.join(', ')})`;
    return name === 'TIMESTAMP_TZ' ? `TIMESTAMP${suffix} WITH TIME ZONE` : name + suffix;
  }

  private fields(fields: readonly RowField[]): string {
    return fields
      .map((field) => {
        const comment = field.comment && this.string(field.comment);
        return words(this.identifier(field.name), this.type(field.type), comment);
      })
      .join(', ');
  }
}
