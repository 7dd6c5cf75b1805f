export { readEvents, } from './stream/read-events.js';
export { resuming } from './stream/resuming.js';
export { Connection, openSocket } from './stream/socket.js';
export { StreamRefused } from './stream/stream-refused.js';
//# sourceMappingURL=stream.js.map