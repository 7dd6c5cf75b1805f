import { type PlainField, type PlainFields, WRITE } from '../../packages/projection/program.ts';
import { KIND, type Member, type Shape } from '../../packages/projection/shape.ts';
import type { Random } from '../support/random.ts';

const LEAVES = [WRITE.string, WRITE.id, WRITE.int, WRITE.float, WRITE.boolean, WRITE.strings, WRITE.ids];
/** Characters that count for each key beside its name. */
const VALUE = 4;

/** A random selection of the members of a shape, also as types that their values do not have. */
export function randomFields(shape: Shape, random: Random, depth = 3): PlainFields {
  const members = random.some(shape.members, 1 + random.below(6));
  const fields = members.flatMap((member) => fieldOf(member, random, depth) ?? []);
  const keys = fields.map(({ text }) => text.length - '"":'.length + VALUE);
  return { fields, characters: keys.reduce((sum, length) => sum + length, 2) };
}

function fieldOf({ name, kind, shape }: Member, random: Random, depth: number): PlainField | null {
  const field = {
    text: `${JSON.stringify(name)}:`,
    member: name,
    isNullable: random.chance(0.8),
    isOptional: random.chance(0.8),
    nullIf: null,
  };
  if (!shape) return { ...field, kind: likelyKind(name, kind, random) };
  if (depth === 0) return null;
  const rows = randomFields(shape, random, depth - 1);
  return { ...field, kind: kind === KIND.object ? WRITE.object : WRITE.list, rows };
}

function likelyKind(name: string, kind: Member['kind'], random: Random): PlainField['kind'] {
  if (random.chance(0.1)) return random.pick(LEAVES) ?? WRITE.string;
  if (kind === KIND.id) return WRITE.id;
  if (kind === KIND.ids) return WRITE.ids;
  if (name === 'launchParameters') return WRITE.strings;
  if (name === 'expectedCompletionTime' || name === 'score') return WRITE.float;
  return /^(is[A-Z]|public|locked|instructorGraded|anonymous|train)/.test(name)
    ? WRITE.boolean
    : WRITE.string;
}
