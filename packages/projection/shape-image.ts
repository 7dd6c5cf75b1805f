import { Image } from './image.ts';
import type { Shape } from './shape.ts';

const MEMBER_SIZE = 16;

/** The shape of rows and of all rows nested in them, in the layout that the module reads at the address of a program. */
export function imageOf(shape: Shape): Uint8Array {
  const image = new Image();
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
    image.text(member, `${JSON.stringify(name)}:`);
    const flags = (isRequired ? 1 : 0) | (isNullable ? 2 : 0);
    image.word(member + 8, kind | (flags << 8));
    if (rows) image.word(member + 12, placeShape(image, rows, placed));
  });
  return at;
}
