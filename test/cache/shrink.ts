import { type Operation, pruned, selectionsOf } from './operation.ts';

/** Removes every selection that the failure does not need. The result still fails. */
export async function shrink(
  operation: Operation,
  fails: (smaller: Operation) => Promise<boolean>,
): Promise<Operation> {
  let smallest = operation;
  for (const path of pathsOf(operation)) {
    const smaller = pruned(smallest, (other) => !startsWith(other, path));
    if (countOf(smaller) < countOf(smallest) && smaller.fields.length > 0 && (await fails(smaller))) {
      smallest = smaller;
    }
  }
  return smallest;
}

type Path = readonly string[];

/** Outermost first, so that whole branches go at once. */
function pathsOf({ fields }: Operation): Path[] {
  const paths: Path[] = [];
  let level = fields.map((selected) => ({ selected, path: [selected.responseKey] as Path }));
  while (level.length > 0) {
    paths.push(...level.map(({ path }) => path));
    level = level.flatMap(({ selected, path }) =>
      selected.below.map((inner) => ({ selected: inner, path: [...path, inner.responseKey] })),
    );
  }
  return paths;
}

const startsWith = (path: Path, start: Path): boolean => start.every((step, index) => path[index] === step);

const countOf = ({ fields }: Operation): number => [...selectionsOf(fields)].length;
