import type { GatewayError } from './codes.ts';

/** The messages of a failed operation, for a form. */
export interface FormMessages {
  /** Messages by argument path, as in `input.text` or `input.additionalInfo.0.title`: shown beside that field. */
  fields: ReadonlyMap<string, string>;
  /** Messages that belong to no field of the form: shown above it. */
  form: readonly string[];
}

/** Sorts errors by the argument that they name. The first message of a field counts. */
export function formMessages(errors: readonly GatewayError[]): FormMessages {
  const fields = new Map<string, string>();
  const form: string[] = [];
  for (const { message, extensions } of errors) {
    const argument = extensions?.argument;
    if (!Array.isArray(argument)) form.push(message);
    else if (!fields.has(argument.join('.'))) fields.set(argument.join('.'), message);
  }
  return { fields, form };
}
