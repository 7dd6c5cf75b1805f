import {
  type DocumentNode,
  getNamedType,
  isEnumType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { GUIDE, RETRY_RULE } from 'learning-platform-explorer/reference';
import { INPUT_REASONS } from '../../src/graph/errors.ts';
import { isRecord } from '../../src/lib/is-record.ts';
import { fieldsOf } from '../../src/operations/documents/root-fields.ts';
import { fragmentsOf } from '../../src/operations/execution/fields.ts';
import type { Reference } from './reference.ts';

/** Errors of one response that are explained. */
const MOST_ERRORS = 6;

/** What an error says, as far as it is known. */
interface ReadError {
  code: string | null;
  message: string | null;
  path: readonly unknown[];
  extensions: Readonly<Record<string, unknown>>;
}

/** The errors in a text: a response, an error, a list of errors, or codes in words. */
export function readErrors(text: string, { catalog }: Reference): ReadError[] {
  try {
    return errorsIn(JSON.parse(text));
  } catch {
    const names = [...new Set(text.match(/\b(?:[A-Z]+(?:_[A-Z]+)+|[A-Z]{4,30})\b/g) ?? [])];
    const known = names.filter((name) => Object.hasOwn(catalog.source.errorCodes, name));
    return (known.length > 0 ? known : names).map((code) => asError({ extensions: { code } }));
  }
}

function errorsIn(value: unknown): ReadError[] {
  if (Array.isArray(value)) return value.flatMap(errorsIn);
  if (!isRecord(value)) return [];
  if (value.errors !== undefined) return errorsIn(value.errors);
  return 'extensions' in value || 'message' in value
    ? [asError(value)]
    : 'code' in value
      ? [asError({ extensions: value })]
      : [];
}

function asError({ message, path, extensions }: Readonly<Record<string, unknown>>): ReadError {
  const known = isRecord(extensions) ? extensions : {};
  return {
    code: typeof known.code === 'string' ? known.code : null,
    message: typeof message === 'string' ? message.slice(0, 500) : null,
    path: Array.isArray(path) ? path.slice(0, 30) : [],
    extensions: known,
  };
}

/** Why each error happened, and what a client does about it. @param document whose response has them. Null: not known. */
export function explainErrors(
  reference: Reference,
  errors: readonly ReadError[],
  document: DocumentNode | null,
): string {
  const shown = errors.slice(0, MOST_ERRORS).map((error) => explainError(reference, error, document));
  const rest =
    errors.length > MOST_ERRORS ? [`${errors.length - MOST_ERRORS} more errors are left out.`] : [];
  return [...shown, ...rest, RETRY_RULE.replaceAll('\n', ' ')].join('\n\n');
}

function explainError(reference: Reference, error: ReadError, document: DocumentNode | null): string {
  const { code, message, path, extensions } = error;
  const { errorCodes } = reference.catalog.source;
  const known = code !== null && Object.hasOwn(errorCodes, code) ? errorCodes[code] : undefined;
  if (code === null || !known)
    return `${code ?? 'No `extensions.code`'}: not an error of this graph. A proxy, another server or the client's own library has made it; look at the status and the body of the response.`;
  const coordinate = document && coordinateOf(reference.catalog.source.schema, document, path);
  const cause = coordinate && reference.catalog.errorsOf(coordinate).find((one) => one.code === code)?.cause;
  const retryable = typeof extensions.retryable === 'boolean' ? extensions.retryable : known.retryable;
  const { argument, reason, upstream, exceeded, retryAfterMs } = extensions;
  const guides = reference
    .find(code)
    .filter(([, kind]) => kind === 'guide')
    .slice(0, 3);
  return [
    `${code}: ${known.meaning}`,
    ...(message === null ? [] : [`Message: ${message}`]),
    ...(coordinate
      ? [`At ${coordinate}${cause ? `: ${cause}` : '.'} The rest of the response is valid.`]
      : []),
    ...(Array.isArray(argument)
      ? [`Invalid argument: ${argument.join('.').slice(0, 200)}; a form shows the error there.`]
      : []),
    ...(isReason(reason) ? [`Reason ${reason}: ${INPUT_REASONS[reason]}`] : []),
    ...(isRecord(exceeded)
      ? [
          `Over the limit of ${exceeded.price}: ${exceeded.value}, at most ${exceeded.limit}. \`check\` lists the price of each field.`,
        ]
      : []),
    ...(isRecord(upstream)
      ? [
          `The platform call that failed: ${upstream.route}, status ${upstream.status ?? 'none'}, code ${upstream.code ?? 'none'}.`,
        ]
      : []),
    `Retryable: ${retryable ? 'yes' : 'no'}${typeof retryAfterMs === 'number' ? `, after ${retryAfterMs} ms` : ''}.`,
    ...(guides.length === 0 ? [] : [`Read: ${guides.map(([, , address]) => address).join(', ')}`]),
  ].join('\n');
}

const isReason = (reason: unknown): reason is keyof typeof INPUT_REASONS =>
  typeof reason === 'string' && Object.hasOwn(INPUT_REASONS, reason);

/** The field at a response path, as a coordinate. Null: the document has none there. */
function coordinateOf(
  schema: Reference['catalog']['source']['schema'],
  document: DocumentNode,
  path: readonly unknown[],
): string | null {
  const fragments = new Map(Object.entries(fragmentsOf(document)));
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  let type = operation && schema.getRootType(operation.operation);
  let set: SelectionSetNode | undefined = operation?.selectionSet;
  let coordinate: string | null = null;
  for (const key of path.filter((part) => typeof part === 'string')) {
    const node = [...(set ? fieldsOf(set, (name) => fragments.get(name)) : [])].find(
      (field) => (field.alias ?? field.name).value === key,
    );
    const field = node && type?.getFields()[node.name.value];
    if (!node || !field || !type) return coordinate;
    coordinate = `${type.name}.${field.name}`;
    const below = getNamedType(field.type);
    type = isObjectType(below) ? below : undefined;
    set = node.selectionSet;
  }
  return coordinate;
}

/** What a gap of a stream means. */
export function explainGap(reference: Reference, reason: string): { text: string; source: string } {
  const reasons = reference.catalog.source.schema.getType('GapReason');
  const known = isEnumType(reasons) ? reasons.getValues() : [];
  const chosen = known.filter(({ name }) => name === reason);
  return {
    text: [
      'A gap marks a point in a stream where events may be missing.',
      ...(chosen.length > 0 ? chosen : known).map(({ name, description }) => `- ${name}: ${description}`),
      'Read the list again (the query that fills the screen), then go on with the stream: it continues by itself. Do not subscribe anew without a cursor, and do not show an error.',
    ].join('\n'),
    source: reference.source(`${GUIDE}#streams`),
  };
}
