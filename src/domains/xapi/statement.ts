import type {
  RecordStatementInput,
  XapiContextInput,
  XapiIdsInput,
  XapiKind,
  XapiObjectInput,
} from '../../generated/resolvers.ts';
import { badInput } from '../../graph/errors.ts';
import { given } from '../../platform/route.ts';
import { type XapiVocabulary, xapiAddressesOf } from '../../platform/xapi-vocabulary.ts';

type IdField = keyof XapiIdsInput;

/** How the platform's addresses name each kind. Contract: xAPI, Version 2 rules 5 and 6. */
const NAME_IN_ADDRESSES: Record<IdField, string> = {
  course: 'course',
  lesson: 'lesson',
  lessonResult: 'lesson-result',
  objective: 'objective',
  badge: 'badge',
  student: 'student',
  educationClass: 'education-class',
  user: 'user',
};

const ID_FIELD: Record<XapiKind, IdField> = {
  COURSE: 'course',
  LESSON: 'lesson',
  LESSON_RESULT: 'lessonResult',
  OBJECTIVE: 'objective',
  BADGE: 'badge',
  STUDENT: 'student',
  EDUCATION_CLASS: 'educationClass',
  USER: 'user',
};

/**
 * The statement as the platform takes it: home page, object address and extension addresses filled in.
 * @throws GatewayError BAD_USER_INPUT, NOT_CONFIGURED
 */
export function toStatement(
  { actor, verb, object, result, context, timestamp, authority }: RecordStatementInput,
  vocabulary: XapiVocabulary,
) {
  if (actor.accountName === '') throw badInput('input.actor.accountName', 'must not be empty.');
  checkVerb(verb.id, vocabulary);
  checkObject(object);
  checkContext(context);
  const { homePage, base, apiIdBase } = xapiAddressesOf(vocabulary);
  return {
    actor: { ...given({ name: actor.name }), account: { homePage, name: actor.accountName } },
    verb: { id: verb.id, ...given({ display: verb.display }) },
    object: {
      id: object.id ?? `${base}/objects/${NAME_IN_ADDRESSES[ID_FIELD[object.kind]]}`,
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

function checkVerb(id: string, { verbs }: XapiVocabulary): void {
  if (!URL.canParse(id)) throw badInput('input.verb.id', 'must be an absolute address.');
  if (verbs && !verbs.includes(id)) {
    throw badInput('input.verb.id', 'must be one of the verbs that the platform allows.');
  }
}

function checkObject({ id, kind, ids }: XapiObjectInput): void {
  const field = ID_FIELD[kind];
  if (!ids[field])
    throw badInput(`input.object.ids.${field}`, `must be given for an object of kind ${kind}.`);
  if (id != null && !URL.canParse(id)) throw badInput('input.object.id', 'must be an absolute address.');
}

function checkContext(context: XapiContextInput | null | undefined): void {
  if (context?.properties && Object.hasOwn(context.properties, 'extensions')) {
    throw badInput('input.context.properties', 'must not hold `extensions`: they have a field of their own.');
  }
}

function toContext({ ids, extensions, properties }: XapiContextInput, apiIdBase: string) {
  const all = { ...extensions, ...extensionsOf(ids ?? {}, apiIdBase) };
  return { ...properties, ...(Object.keys(all).length === 0 ? {} : { extensions: all }) };
}

const extensionsOf = (ids: XapiIdsInput, apiIdBase: string): Record<string, string> => {
  const extensions: Record<string, string> = {};
  for (const field of Object.values(ID_FIELD)) {
    const id = ids[field];
    if (id != null) extensions[`${apiIdBase}/${NAME_IN_ADDRESSES[field]}`] = id;
  }
  return extensions;
};
