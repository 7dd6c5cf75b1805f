import { type DocumentNode, type ExecutionResult, getOperationAST, visit } from 'graphql';
import type { Context } from '../domains/context.ts';

type Variables = Readonly<Record<string, unknown>>;

/**
 * Executions of one event that subscribers share, so that an event is run once for all who would get the same.
 *
 * Two subscribers would where everything that a result depends on is the same: the operation of the same document, the
 * variables that it reads below its root field (the arguments of that field only chose the events), the credential, and
 * the event. The cursor stands for the event: it is authenticated over topic, caller and position. Only events that
 * came live are shared; what is replayed, or filled from the platform's list, may have the cursor of something else.
 *
 * Nothing is kept: a result is shared with those who ask while it is being made or in the same turn of the event loop,
 * which is what readers do that were woken together.
 */
export class SharedExecutions {
  readonly #running = new Map<string, Promise<ExecutionResult>>();
  readonly #documents = new WeakMap<DocumentNode, number>();
  #known = 0;

  /** What the executions of a subscriber have in common with those of others, whatever the event. */
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

  /** Joins the execution of the same event in the same scope, or begins one. */
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

/** The variables that an operation reads elsewhere than in the arguments of its root field, by name. */
function variablesBelowRoot(document: DocumentNode, operationName: string | null): string[] {
  const names = new Set<string>();
  const root = getOperationAST(document, operationName)?.selectionSet;
  const take = { Variable: ({ name }: { name: { value: string } }) => void names.add(name.value) };
  for (const definition of document.definitions) {
    visit(definition, {
      ...take,
      VariableDefinition: () => false,
      // The root field may stand in a fragment, where its arguments are read: that shares less, and never too much.
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
