import type { TSchema } from 'typebox';

/** The JSON Schema keywords that the contract uses. */
export interface SchemaParts {
  type?: string;
  format?: string;
  pattern?: string;
  const?: unknown;
  default?: unknown;
  description?: string;
  examples?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  properties?: Readonly<Record<string, TSchema>>;
  required?: readonly string[];
  patternProperties?: Readonly<Record<string, TSchema>>;
  items?: TSchema;
  anyOf?: readonly TSchema[];
  $ref?: string;
  $defs?: Readonly<Record<string, TSchema>>;
}

export const partsOf = (schema: TSchema): SchemaParts => schema as SchemaParts;
