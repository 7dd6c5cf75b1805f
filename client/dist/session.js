export { authorizedFetch } from './session/authorized-fetch.js';
export { SessionError } from './session/request.js';
export { Session } from './session/session.js';
export { memoryStorage } from './session/storage.js';
//# sourceMappingURL=session.js.map