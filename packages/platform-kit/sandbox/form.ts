import type { Received } from './exchange.ts';
import { badRequest } from './refusal.ts';
import { splitAtCommas } from './values.ts';

/** A form of the platform's own pages. An empty field counts as absent, as browsers send untouched inputs. */
export class Form {
  readonly #fields: URLSearchParams;

  constructor(fields: URLSearchParams) {
    this.#fields = fields;
  }

  has(name: string): boolean {
    return this.#fields.has(name);
  }

  text(name: string): string {
    const value = this.optionalText(name);
    if (value === undefined) throw badRequest(`${name} is required`);
    return value;
  }

  optionalText(name: string): string | undefined {
    return this.#fields.get(name) || undefined;
  }

  list(name: string): string[] {
    return splitAtCommas(this.text(name));
  }
}

export const formOf = ({ body }: Received): Form => new Form(new URLSearchParams(body));
