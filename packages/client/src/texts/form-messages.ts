import { gatewayErrors } from '../errors.ts';
import { errorText, extensionsOf, inputText } from './error-text.ts';
import type { TextOptions } from './words.ts';

/** The messages of a failed operation, for a form. */
export interface FormMessages {
  /** Texts by argument path, as in `input.text` or `input.additionalInfo.0.title`: shown beside that field. */
  readonly fields: ReadonlyMap<string, string>;
  /** Texts that belong to no field of the form: shown above it. */
  readonly form: readonly string[];
}

/** Sorts errors by the argument that they name, each with a text for the user. The first one of a field wins. */
export function formMessages(reported: unknown, options: TextOptions = {}): FormMessages {
  const errors = gatewayErrors(reported);
  const fields = new Map<string, string>();
  const form = new Set<string>();
  for (const error of errors) {
    const field = extensionsOf(error).argument?.join('.');
    if (field === undefined) form.add(errorText([error], options));
    else if (!fields.has(field)) fields.set(field, inputText(error, options));
  }
  if (errors.length === 0) form.add(errorText(reported, options));
  return { fields, form: [...form] };
}
