import { readFileSync } from 'node:fs';

/** Functions of the WebAssembly module: see `assembly/index.ts` and `assembly/write.ts`. Addresses are in bytes. */
export interface ProjectionModule {
  read(shape: number, isList: boolean, from: number, to: number, index: number, indexEnd: number): number;
  write(
    program: number,
    text: number,
    index: number,
    records: number,
    count: number,
    to: number,
    toEnd: number,
  ): number;
  readonly objects: { readonly value: number };
  readonly characters: { readonly value: number };
}

/** Instantiates the module on a memory, which it never grows. */
export function instantiate(memory: WebAssembly.Memory): ProjectionModule {
  const module = new WebAssembly.Module(readFileSync(new URL('projection.wasm', import.meta.url)));
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return exports as unknown as ProjectionModule;
}
