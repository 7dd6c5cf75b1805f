/** Blocks the event loop for a time in milliseconds, without using the CPU that other tests need. */
export function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
