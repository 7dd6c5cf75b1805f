import { type DocumentNode, type ExecutionResult, getOperationAST, visit } from 'graphql';
import type { Context } from '../domains/context.ts';

type Variables = Readonly<Record<string, unknown>>;

/**
 * Executes an event once for all subscribers that would get the same result.
 *
 * A result depends on the operation and its document, the variables that are read below the root field (the arguments
 * of that field only select events), the credential, and the event. The cursor identifies the event: it is authenticated
 * over topic, caller and position. Only new events are shared; those that are replayed, or filled in from the
 * platform's list, may share a cursor with other items.
 *
 * Nothing is cached: a result is shared with subscribers that need it during the execution or in the same turn of the
 * event loop, as readers do that were woken together.
 */
export class SharedExecutions {
  readonly #running = new Map<string, Promise<ExecutionResult>>();
  readonly #documents = new WeakMap<DocumentNode, number>();
  #known = 0;

  /** The key of everything but the event that a subscriber's results depend on. */
  scope(
    document: DocumentNode,
    operationName: string | null,
    variables: Variables | undefined,
    credential: Context['platform']['credential'],
  ): string {
    const number = this.#documents.get(document) ?? ++this.#known;
    this.#documents.set(document, number);
    const read = variablesBelowRoot(document, operationName).map((name) => [name, variables?.[name]]);
    return JSON.stringify([number, operationName, read, credential]);
  }

  /** Joins the execution of this event in this scope, or starts it. */
  run(
    scope: string,
    cursor: string,
    execute: () => ExecutionResult | Promise<ExecutionResult>,
  ): Promise<ExecutionResult> {
    const key = `${cursor} ${scope}`;
    const running = this.#running.get(key);
    if (running) return running;
    const result = Promise.resolve(execute());
    this.#running.set(key, result);
    const forget = (): void => void setImmediate(() => this.#running.delete(key));
    result.then(forget, forget);
    return result;
  }
}

/** The names of the variables that an operation reads, apart from the arguments of its root field. */
function variablesBelowRoot(document: DocumentNode, operationName: string | null): string[] {
  const names = new Set<string>();
  const root = getOperationAST(document, operationName)?.selectionSet;
  const take = { Variable: ({ name }: { name: { value: string } }) => void names.add(name.value) };
  for (const definition of document.definitions) {
    visit(definition, {
      ...take,
      VariableDefinition: () => false,
      // Arguments of a root field in a fragment are included: this shares less than possible, but never too much.
      Field: (field, _key, parent) => {
        if (parent !== root?.selections) return undefined;
        if (field.selectionSet) visit(field.selectionSet, take);
        for (const directive of field.directives ?? []) visit(directive, take);
        return false;
      },
    });
  }
  return [...names].sort();
}
