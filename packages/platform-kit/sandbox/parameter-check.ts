import { type TSchema, Type } from 'typebox';
import { Check, Errors } from 'typebox/schema';
import type { Parameter } from '../contract/vocabulary.ts';
import { badRequest } from './refusal.ts';

/**
 * Returns a parameter's value in its documented type. Query values are text, so numbers and booleans are parsed there.
 * Messages name the parameter and never quote its value.
 * @throws Refusal 400
 */
export function checkedValue(
  { name, in: place, schema }: Parameter,
  sent: unknown,
  takesOtherMembers: boolean,
): unknown {
  const value = place === 'query' ? fromText(schema, sent) : sent;
  if (!Check(schema, value)) throw badRequest(`${complaint(name, schema, value)} in the ${place}`);
  const stray = takesOtherMembers ? undefined : strayMember(name, schema, value);
  if (stray !== undefined) throw badRequest(`${stray} is not a documented member in the ${place}`);
  return value;
}

function fromText(schema: TSchema, sent: unknown): unknown {
  if (typeof sent !== 'string') return sent;
  if (Type.IsBoolean(schema)) return sent === 'true' || (sent === 'false' ? false : sent);
  if (Type.IsInteger(schema) || Type.IsNumber(schema))
    return /^-?\d+(\.\d+)?$/.test(sent) ? Number(sent) : sent;
  return sent;
}

function complaint(name: string, schema: TSchema, value: unknown): string {
  const [, errors] = Errors(schema, value);
  const inner = errors.find(({ instancePath }) => instancePath !== '');
  if (inner && !Type.IsUnion(schema))
    return `${name}${inner.instancePath.replaceAll('/', '.')} ${inner.message}`;
  const given = Array.isArray(value) && !Type.IsArray(schema) ? 'be given once and ' : '';
  return `${name} must ${given}be ${expected(schema)}`;
}

/** Constraints of a schema besides its type. */
const LIMITS = ['format', 'pattern', 'maximum', 'minLength', 'maxLength'] as const;
type Limits = Partial<Record<(typeof LIMITS)[number], string | number>>;

function expected(schema: TSchema): string {
  if (Type.IsUnion(schema)) return schema.anyOf.map(expected).join(' or ');
  if (Type.IsLiteral(schema)) return String(schema.const);
  if (Type.IsBoolean(schema)) return 'true or false';
  if (Type.IsArray(schema)) return 'an array';
  const { type = 'object', ...limits }: { type?: string } & Limits = schema;
  const bounds = LIMITS.flatMap((limit) => (limits[limit] === undefined ? [] : `${limit} ${limits[limit]}`));
  return [`${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`, ...bounds].join(', ');
}

/** The path of an undocumented member. */
function strayMember(path: string, schema: TSchema, value: unknown): string | undefined {
  if (Type.IsArray(schema) && Array.isArray(value)) {
    return value.map((item, index) => strayMember(`${path}.${index}`, schema.items, item)).find(Boolean);
  }
  if (!Type.IsObject(schema) || typeof value !== 'object' || value === null) return undefined;
  const { properties } = schema;
  return Object.entries(value)
    .map(([name, inner]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return property ? strayMember(`${path}.${name}`, property, inner) : `${path}.${name}`;
    })
    .find(Boolean);
}
