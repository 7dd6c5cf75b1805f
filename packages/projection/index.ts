export { type PlainField, type PlainFields, programFor, WRITE } from './program.ts';
export { Projector, type Reading, type Recording } from './projector.ts';
export { RowView, Views } from './row-view.ts';
export { KIND, Shape, shapeOf } from './shape.ts';
export { Slices } from './slices.ts';
