import { Image } from './image.ts';
import { PROGRAM_AT } from './module.ts';
import { KIND, type Shape } from './shape.ts';

const MEMBER_SIZE = 16;

/** The shape of rows and of all rows nested in them, in the layout that the module reads at {@link PROGRAM_AT}. */
export function imageOf(shape: Shape): Uint8Array {
  const image = new Image(PROGRAM_AT);
  placeShape(image, shape, new Map());
  return image.finish();
}

/** Places a shape and those of its members. @returns its address. */
function placeShape(image: Image, shape: Shape, placed: Map<Shape, number>): number {
  const known = placed.get(shape);
  if (known !== undefined) return known;
  const at = image.reserve(4 + shape.members.length * MEMBER_SIZE);
  placed.set(shape, at);
  image.word(at, shape.members.length);
  shape.members.forEach(({ name, kind, isRequired, isNullable, shape: rows }, number) => {
    const member = at + 4 + number * MEMBER_SIZE;
    const key = image.text(`${JSON.stringify(name)}:`);
    image.word(member, key.at);
    image.word(member + 4, key.length);
    image.byte(member + 8, kind);
    image.byte(member + 9, (isRequired ? 1 : 0) | (isNullable || kind === KIND.any ? 2 : 0));
    if (rows) image.word(member + 12, placeShape(image, rows, placed));
  });
  return at;
}
