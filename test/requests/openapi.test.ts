import { validate } from '@readme/openapi-parser';
import { filled, SAMPLES } from 'learning-platform-kit/contract/examples';
import { ROUTES } from 'learning-platform-kit/contract/routes';
import type { Rule } from 'learning-platform-kit/contract/vocabulary';
import { openApiDocument } from 'learning-platform-kit/documents/openapi';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';

/** The document as tools read it; validating changes it. */
const document = () => JSON.parse(JSON.stringify(openApiDocument()));

describe('the OpenAPI document of the contract', () => {
  it('is valid, and has an operation for every route', async () => {
    expect(await validate(document())).toMatchObject({ valid: true });
    const operations = Object.values(document().paths).flatMap((path) => Object.values(Object(path)));
    expect(operations.map((operation) => Object(operation).operationId).toSorted()).toEqual(
      ROUTES.map(({ id }) => id).toSorted(),
    );
  });
});

/** Whether a request with these parameters keeps a rule of its route. */
function isKept(rule: Rule, values: Readonly<Record<string, unknown>>): boolean {
  if ('anyOf' in rule) return rule.anyOf.some((name) => name in values);
  const applies = Object.entries(rule.when).every(([name, value]) => values[name] === value);
  return !applies || rule.required.every((name) => name in values);
}

describe('the examples of a route', () => {
  it.each(ROUTES.map((route) => [route.id, route] as const))(
    '%s have documented parameters',
    (_id, route) => {
      for (const [name, example] of Object.entries(route.example ?? {})) {
        const values = filled(example, SAMPLES);
        const wrong = Object.entries(values).filter(([parameter, value]) => {
          const documented = route.parameters.find((one) => one.name === parameter);
          return !documented || !Value.Check(documented.schema, value);
        });
        const missing = route.parameters.filter((one) => one.required && !(one.name in values));
        const unruly = (route.rules ?? []).filter((rule) => !isKept(rule, values));
        expect({ name, wrong, missing }).toEqual({ name, wrong: [], missing: [] });
        // The platform starts the sign-on of an ATO request, so the plugin has no verifier to send.
        expect([name, unruly.length]).toEqual([name, name === 'atoSignOn' ? 1 : 0]);
        expect(JSON.stringify(values)).not.toMatch(/\{\w+\}/);
      }
    },
  );
});
