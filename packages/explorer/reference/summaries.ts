import type { ReadableField } from '../schema-reading.ts';
import { addressOf } from './addresses.ts';
import type { Catalog } from './catalog.ts';
import { text } from './parts.ts';

/** The reference's facts about a type or field, for the explorer, which has the schema. Empty parts are left out. */
interface Summary {
  /** The description as HTML. */
  html?: string;
  credential?: string;
  takesKey?: true;
  /** Platform calls: route, and how often it is called. */
  calls?: (readonly [route: string, often: string])[];
  /** Error codes. */
  errors?: string[];
  /** Address of its page. */
  page?: string;
}

/** Summaries of all types and fields by schema coordinate, root fields first, in the order of the pages. */
export function summaries(catalog: Catalog): string {
  const all: Record<string, Summary> = {};
  const add = (coordinate: string, description: string, field: ReadableField | null): void => {
    const page = addressOf(catalog, coordinate);
    const errors = field ? catalog.errorsOf(coordinate).map(({ code }) => code) : [];
    all[coordinate] = {
      ...(description === '' ? {} : { html: text(catalog, description).text }),
      ...(field?.credential ? { credential: field.credential } : {}),
      ...(field?.takesKey ? { takesKey: true } : {}),
      ...(field && field.costs.length > 0
        ? { calls: field.costs.map(({ route, often }) => [route, often] as const) }
        : {}),
      // Fields without a call of their own have the errors of their parents.
      ...(errors.length > 0 && (field?.credential || (field?.costs.length ?? 0) > 0) ? { errors } : {}),
      ...(page === null ? {} : { page }),
    };
  };
  for (const { coordinate, field } of catalog.entries) if (field) add(coordinate, field.description, field);
  for (const { name, kind, description, fields } of catalog.types.values()) {
    if (kind === 'operations') continue;
    add(name, description, null);
    for (const field of fields) add(`${name}.${field.name}`, field.description, field);
  }
  return JSON.stringify(all);
}
