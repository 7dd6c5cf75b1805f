import type {
  RecordStatementInput,
  XapiActorInput,
  XapiActorType,
  XapiAgentInput,
  XapiContextInput,
  XapiIdsInput,
  XapiKind,
  XapiObjectInput,
  XapiObjectType,
} from '../../generated/resolvers.ts';
import { badInput, type InputPath } from '../../graph/errors.ts';
import { given } from '../../platform/route.ts';
import type { XapiObjectTypeText } from '../../platform/routes/xapi.ts';
import { type XapiVocabulary, xapiAddressesOf } from '../../platform/xapi-vocabulary.ts';

const ID_FIELD: Record<XapiKind, keyof XapiIdsInput> = {
  COURSE: 'course',
  LESSON: 'lesson',
  LESSON_RESULT: 'lessonResult',
  OBJECTIVE: 'objective',
  BADGE: 'badge',
  STUDENT: 'student',
  EDUCATION_CLASS: 'educationClass',
  USER: 'user',
};

/** Name of a kind in the platform's URLs. Contract: xAPI, Version 2 rules 5 and 6. */
const nameInUrl = (kind: string): string => kind.toLowerCase().replace('_', '-');

const OBJECT_TYPE: Record<XapiActorType | XapiObjectType, XapiObjectTypeText> = {
  ACTIVITY: 'Activity',
  AGENT: 'Agent',
  GROUP: 'Group',
  STATEMENT_REF: 'StatementRef',
  SUB_STATEMENT: 'SubStatement',
};

/**
 * Builds the statement for the platform: adds home page, object URL and extension URLs.
 * @throws GatewayError BAD_USER_INPUT, NOT_CONFIGURED
 */
export function toStatement(
  { actor, verb, object, result, context, timestamp, authority }: RecordStatementInput,
  vocabulary: XapiVocabulary,
) {
  checkActor(actor);
  checkVerb(verb.id, vocabulary);
  checkObject(object);
  checkOthers(context?.properties, ['extensions'], ['input', 'context', 'properties']);
  const { homePage, base, apiIdBase } = xapiAddressesOf(vocabulary);
  return {
    actor: toActor(actor, homePage),
    verb: { id: verb.id, ...given({ display: verb.display }) },
    object: {
      ...object.properties,
      ...given({ objectType: object.objectType && OBJECT_TYPE[object.objectType] }),
      id: object.id ?? `${base}/objects/${nameInUrl(object.kind)}`,
      ...given({ definition: object.definition }),
      extensions: { ...object.extensions, ...extensionsOf(object.ids, apiIdBase) },
    },
    ...given({
      result,
      context: context && toContext(context, apiIdBase),
      timestamp: timestamp?.toISOString(),
      authority,
    }),
  };
}

function checkActor({ objectType, members }: XapiActorInput): void {
  if (members && objectType !== 'GROUP')
    throw badInput(['input', 'actor', 'members'], 'INCOMPLETE', 'requires `objectType: GROUP`.');
  for (const [index, { name: _name, ...identifiers }] of (members ?? []).entries()) {
    if (Object.values(given(identifiers)).filter((identifier) => identifier !== '').length === 1) continue;
    throw badInput(
      ['input', 'actor', 'members', index],
      'INCOMPLETE',
      'must have exactly one of `accountName`, `mbox`, `mboxSha1sum` and `openid`.',
    );
  }
}

const toActor = ({ accountName, name, objectType, members }: XapiActorInput, homePage: string) => ({
  ...given({
    objectType: objectType && OBJECT_TYPE[objectType],
    name,
    member: members?.map((member) => toMember(member, homePage)),
  }),
  account: { homePage, name: accountName },
});

const toMember = (
  { accountName, mbox, mboxSha1sum, openid, name }: XapiAgentInput,
  homePage: string,
): Record<string, unknown> =>
  given({
    objectType: OBJECT_TYPE.AGENT,
    name,
    mbox,
    mbox_sha1sum: mboxSha1sum,
    openid,
    account: accountName && { homePage, name: accountName },
  });

function checkVerb(id: string, { verbs }: XapiVocabulary): void {
  if (!URL.canParse(id)) throw badInput(['input', 'verb', 'id'], 'INVALID', 'must be an absolute URL.');
  if (verbs && !verbs.includes(id)) {
    throw badInput(
      ['input', 'verb', 'id'],
      'NOT_ALLOWED',
      'must be one of the verbs that the platform allows.',
    );
  }
}

/** The ID of a statement, which a reference to it has. xAPI 1.0.3, Data, 2.4.4.3. */
const STATEMENT_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function checkObject({ id, kind, ids, objectType, properties }: XapiObjectInput): void {
  const field = ID_FIELD[kind];
  if (!ids[field])
    throw badInput(
      ['input', 'object', 'ids', field],
      'REQUIRED',
      `is required for an object of kind ${kind}.`,
    );
  const isReference = objectType === 'STATEMENT_REF';
  if (id != null && !URL.canParse(id) && !(isReference && STATEMENT_ID.test(id))) {
    const form = isReference ? 'an absolute URL, or the UUID of a statement.' : 'an absolute URL.';
    throw badInput(['input', 'object', 'id'], 'INVALID', `must be ${form}`);
  }
  const fields = ['objectType', 'id', 'definition', 'extensions'];
  checkOthers(properties, fields, ['input', 'object', 'properties']);
}

/** @throws GatewayError BAD_USER_INPUT if additional members would replace a field of an input. */
export function checkOthers(
  members: object | null | undefined,
  fields: readonly string[],
  argument: InputPath,
): void {
  const reserved = fields.find((name) => Object.hasOwn(members ?? {}, name));
  if (reserved)
    throw badInput(argument, 'NOT_ALLOWED', `must not contain \`${reserved}\`: use the field of that name.`);
}

function toContext({ ids, extensions, properties }: XapiContextInput, apiIdBase: string) {
  const all = { ...extensions, ...extensionsOf(ids ?? {}, apiIdBase) };
  return { ...properties, ...(Object.keys(all).length === 0 ? {} : { extensions: all }) };
}

const extensionsOf = (ids: XapiIdsInput, apiIdBase: string): Record<string, string> => {
  const extensions: Record<string, string> = {};
  for (const [kind, field] of Object.entries(ID_FIELD)) {
    const id = ids[field];
    if (id != null) extensions[`${apiIdBase}/${nameInUrl(kind)}`] = id;
  }
  return extensions;
};
