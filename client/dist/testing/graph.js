import { buildSchema, execute, getNamedType, getOperationAST, isObjectType, parse, print, subscribe, validate, } from 'graphql';
import { FIXTURES } from '../generated/fixtures.js';
import * as documents from '../generated/gql/graphql.js';
import { SDL } from '../generated/sdl.js';
import { documentIdOf } from '../trusted-documents.js';
import { checkArguments, variableError } from './argument-rules.js';
import { gatewayError } from './gateway-error.js';
import { MUTATIONS, notify, OPEN_MUTATIONS } from './mutations.js';
import { FIELD_READERS } from './queries.js';
import { FixtureStore } from './store.js';
/**
 * Creates a graph with its own state, so that tests do not affect each other: mutations change it.
 * @param fixtures default: what the student Ana Ferreira of the sandbox reads.
 */
export function createFixtureGraph(fixtures = FIXTURES) {
    const schema = buildSchema(SDL, { assumeValid: true });
    const store = new FixtureStore(fixtures);
    /** @returns what graphql-js takes, or the response that refuses the request. */
    const prepare = (request) => {
        const text = textOf(request);
        if (text === null)
            return { refusal: refused('BAD_REQUEST', 'The request has no document of this package.') };
        try {
            const document = parse(text);
            const [problem] = validate(schema, document);
            if (problem)
                return { refusal: refused('GRAPHQL_VALIDATION_FAILED', problem.message) };
            if (!getOperationAST(document, request.operationName))
                return { refusal: refused('OPERATION_RESOLUTION_FAILURE', UNKNOWN_OPERATION) };
            const { authorization, lastEventId = null } = request;
            const context = { store, authorization: authorization ?? '', lastEventId };
            return {
                args: {
                    schema,
                    document,
                    contextValue: context,
                    variableValues: request.variables ?? {},
                    operationName: request.operationName ?? null,
                    fieldResolver: readField,
                    subscribeFieldResolver: openStream,
                },
            };
        }
        catch (error) {
            const message = error instanceof Error ? error.message : String(error);
            return { refusal: refused('GRAPHQL_PARSE_FAILED', message) };
        }
    };
    return {
        execute: async (request) => {
            const { args, refusal } = prepare(request);
            return args ? coded(await execute(args), args.document) : refusal;
        },
        subscribe: async (request) => {
            const { args, refusal } = prepare(request);
            if (!args)
                return refusal;
            const results = await subscribe(args);
            return Symbol.asyncIterator in results
                ? eventsOf(results, args.contextValue)
                : coded(results, args.document);
        },
        isSubscription: (request) => {
            const text = textOf(request);
            if (text === null)
                return false;
            try {
                return getOperationAST(parse(text), request.operationName)?.operation === 'subscription';
            }
            catch {
                return false;
            }
        },
        notify: (notification) => void notify(store, notification),
        revoke: (authorization) => store.revoke(authorization),
    };
}
/** Each result with the cursor of its event, which the document need not select. */
function eventsOf(results, context) {
    return {
        next: async () => {
            const { done, value } = await results.next();
            return done
                ? { done, value: undefined }
                : { done: false, value: { id: context.lastEventId ?? '', result: value } };
        },
        return: async () => {
            await results.return();
            return { done: true, value: undefined };
        },
        [Symbol.asyncIterator]() {
            return this;
        },
    };
}
const UNKNOWN_OPERATION = 'Must provide operation name if query contains multiple operations.';
/** graphql-js refuses invalid variables without a code. */
const coded = (result, document) => 'data' in result || !result.errors
    ? result
    : {
        errors: result.errors.map((error) => 'code' in error.extensions ? error : variableError(error, document)),
    };
const refused = (code, message) => ({
    errors: [gatewayError(code, message)],
});
function textOf({ query, documentId, extensions }) {
    if (query)
        return query;
    const hash = documentId ?? extensions?.documentId ?? Object(extensions?.persistedQuery).sha256Hash;
    const known = Object.values(documents).find((document) => documentIdOf(document) === hash);
    return known && typeof hash === 'string' ? print(known) : null;
}
const readField = (source, args, { store, authorization }, info) => {
    const { parentType, fieldName, returnType, schema } = info;
    if (isRoot(schema, parentType.name))
        requireCredential(store, authorization, fieldName);
    checkArguments(parentType, fieldName, args);
    if (parentType === schema.getMutationType()) {
        const mutation = MUTATIONS[fieldName];
        if (!mutation)
            throw gatewayError('NOT_CONFIGURED', `The fixtures have no \`${fieldName}\`: add a handler for it.`);
        return mutation(Object(args.input), store, authorization);
    }
    const reader = FIELD_READERS[parentType.name]?.[fieldName];
    const value = reader ? reader(Object(source), args, store) : Object(source)[fieldName];
    if (value !== undefined && (value !== null || !isObjectType(getNamedType(returnType))))
        return store.resolve(value);
    return linked(Object(source), fieldName, getNamedType(returnType).name, store);
};
/** A record that the source names by ID. `user` follows the gateway's rule: the viewer and friends, else null. */
function linked(source, field, type, store) {
    if (field === 'extra')
        return {};
    const id = source[`${field}Id`];
    if (id == null || (type === 'User' && !store.isKnown(id)))
        return null;
    return store.record(type, id);
}
const openStream = (_source, { after }, context, { fieldName }) => {
    requireCredential(context.store, context.authorization, fieldName);
    if (fieldName !== 'notificationReceived')
        throw gatewayError('FORBIDDEN', 'This requires an ATO token; the fixtures are those of a student.');
    const items = context.store.follow(context.lastEventId ?? (typeof after === 'string' ? after : null));
    return {
        next: async () => {
            const { done, value } = await items.next();
            if (done)
                return { done, value };
            context.lastEventId = String(value.cursor);
            return { done, value: { [fieldName]: value } };
        },
        return: () => items.return?.(),
        [Symbol.asyncIterator]() {
            return this;
        },
    };
};
const isRoot = (schema, type) => type === schema.getQueryType()?.name || type === schema.getMutationType()?.name;
function requireCredential(store, authorization, field) {
    if (OPEN_MUTATIONS.has(field) || store.accepts(authorization))
        return;
    throw gatewayError('UNAUTHENTICATED', 'Sign in again: the request has no valid credential.');
}
//# sourceMappingURL=graph.js.map