/**
 * `node:http`, which an `import` would load with `fetch` and `WebSocket`: it reads every export, some of which are getters. That is
 * a tenth of the time of a start.
 */
export const { createServer, IncomingMessage, STATUS_CODES } = process.getBuiltinModule('node:http');
