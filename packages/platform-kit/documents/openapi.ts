import type { TSchema } from 'typebox';
import { filled, SAMPLES } from '../contract/examples.ts';
import { HOSTS } from '../contract/facts.ts';
import { INBOUND_CALLS } from '../contract/inbound.ts';
import { type Route, SECTIONS } from '../contract/routes.ts';
import type { Credential, Parameter, Response } from '../contract/vocabulary.ts';
import { conditional } from './contract-routes.ts';

/** `npm run contract:openapi`: the REST contract as an OpenAPI 3.1 document, which any tool for REST APIs reads. */

type Json = Readonly<Record<string, unknown>>;

const SECURITY = {
  userToken: { type: 'http', scheme: 'bearer', description: 'The token of a user.' },
  userTokenInAuthentication: { type: 'apiKey', in: 'header', name: 'Authentication' },
  atoToken: { type: 'http', scheme: 'bearer', description: 'A token from the SSO of an ATO request.' },
  pluginCredential: { type: 'http', scheme: 'basic', description: 'Client ID and secret of a plugin.' },
} as const;

function securityOf({ kind, header, required }: Credential): Json[] {
  const schemes = {
    'user token': 'userToken',
    'ATO token': 'atoToken',
    'plugin credential': 'pluginCredential',
  };
  const scheme = header === 'Authentication' ? 'userTokenInAuthentication' : schemes[kind];
  return [{ [scheme]: [] }, ...(required ? [] : [{}])];
}

/** A server whose address the contract leaves open: `{base_url}` is a variable. */
const serverAt = (url: string, description: string): Json => ({
  url,
  description,
  variables: { [url.slice(1, -1)]: { default: 'https://platform.example' } },
});

const serversOf = (host: keyof typeof HOSTS): Json[] => {
  const { production, sandbox } = HOSTS[host];
  return [serverAt(production, 'Production'), ...(sandbox === null ? [] : [serverAt(sandbox, 'Sandbox')])];
};

/** Recursive definitions, which OpenAPI collects in one place. */
class Definitions {
  readonly schemas: Record<string, unknown> = {};

  /** The schema as plain JSON; its references lead to `schemas`. */
  plain(schema: TSchema | Json): unknown {
    return JSON.parse(JSON.stringify(schema), (_key, value: unknown) => this.#lifted(value));
  }

  #lifted(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
    const { $defs = {}, $ref, ...rest }: Json = { ...value };
    for (const [name, { $id: _, ...definition }] of Object.entries($defs as Record<string, Json>))
      this.schemas[name] = definition;
    return { ...rest, $ref: String($ref).replace(/^(?!#)/, '#/components/schemas/') };
  }
}

const examplesOf = ({ example = { minimal: {} } }: Route): [string, Json][] =>
  Object.entries(example).map(([name, value]) => [name, filled(value, SAMPLES)]);

function parameterOf(
  route: Route,
  { name, schema, required, description }: Parameter,
  definitions: Definitions,
): Json {
  const examples = examplesOf(route).flatMap(([title, values]) =>
    name in values ? [[title, { value: values[name] }]] : [],
  );
  return {
    name,
    in: 'query',
    required,
    ...(description !== undefined && { description }),
    schema: definitions.plain(schema),
    ...(examples.length > 0 && { examples: Object.fromEntries(examples) }),
  };
}

const bodySchemaOf = (parameters: readonly Parameter[]): Json => ({
  type: 'object',
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
  properties: Object.fromEntries(
    parameters.map(({ name, schema: type, description }) => [
      name,
      { ...type, ...(description && { description }) },
    ]),
  ),
});

const bodyOf = (schema: Json, definitions: Definitions, examples: readonly [string, Json][]): Json => ({
  required: Array.isArray(schema.required) && schema.required.length > 0,
  content: {
    'application/json': {
      schema: definitions.plain(schema),
      ...(examples.length > 0 && {
        examples: Object.fromEntries(examples.map(([name, value]) => [name, { value }])),
      }),
    },
  },
});

function responseOf(response: Response, definitions: Definitions): Json {
  switch (response.kind) {
    case 'json':
      return {
        description: 'As documented.',
        content: { 'application/json': { schema: definitions.plain(response.schema) } },
      };
    case 'base64':
      return {
        description: 'A JPEG as base64 text.',
        content: {
          'text/plain': {
            schema: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/jpeg' },
          },
        },
      };
    case 'page':
      return { description: 'A page for a browser, which ends in a redirect.', content: { 'text/html': {} } };
    case 'not shown':
      return { description: 'The contract does not show the response.' };
  }
}

function operationOf(route: Route, tag: string, definitions: Definitions): Json {
  const { id, host, credential, parameters, rules = [], response, summary, notes = [] } = route;
  const inBody = parameters.filter((parameter) => parameter.in === 'body');
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [...conditional(rules), ...notes].join('\n\n'),
    servers: serversOf(host),
    security: credential ? securityOf(credential) : [],
    parameters: parameters
      .filter((parameter) => parameter.in === 'query')
      .map((parameter) => parameterOf(route, parameter, definitions)),
    ...(inBody.length > 0 && { requestBody: bodyOf(bodySchemaOf(inBody), definitions, examplesOf(route)) }),
    responses: { '2XX': responseOf(response, definitions) },
  };
}

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(): Json {
  const definitions = new Definitions();
  const paths: Record<string, Record<string, Json>> = {};
  for (const { title, routes } of SECTIONS)
    for (const route of Object.values(routes) as Route[])
      paths[route.path] = {
        ...paths[route.path],
        [route.method.toLowerCase()]: operationOf(route, title, definitions),
      };
  const webhooks = INBOUND_CALLS.map(({ name, trigger, body, notes = [] }) => [
    name,
    {
      post: {
        summary: trigger,
        description: notes.join('\n\n'),
        security: [{ pluginCredential: [] }],
        requestBody: bodyOf({ type: 'object', required: [], properties: {}, ...body }, definitions, []),
        responses: { '2XX': { description: 'Accepted.' } },
      },
    },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'REST contract of the learning platform', version: '1' },
    servers: serversOf('base'),
    tags: SECTIONS.map(({ title }) => ({ name: title })),
    paths,
    webhooks: Object.fromEntries(webhooks),
    components: { securitySchemes: SECURITY, schemas: definitions.schemas },
  };
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`);
