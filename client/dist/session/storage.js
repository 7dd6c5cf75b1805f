/** Keeps tokens until the process or page ends. */
export function memoryStorage() {
    const values = new Map();
    return {
        getItem: (key) => values.get(key) ?? null,
        setItem: (key, value) => void values.set(key, value),
        removeItem: (key) => void values.delete(key),
    };
}
/** `localStorage` in a browser that allows it, else memory. */
export function defaultStorage() {
    try {
        if ('document' in globalThis && typeof localStorage !== 'undefined')
            return localStorage;
    }
    catch {
        // A browser that blocks storage throws on access.
    }
    return memoryStorage();
}
export const printSignIn = ({ id, tokens }) => JSON.stringify({ ...tokens, id });
export function parseSignIn(text) {
    const { accessToken, refreshToken, id } = parseObject(text);
    if (typeof accessToken !== 'string' || accessToken === '')
        return null;
    return {
        id: typeof id === 'string' ? id : '',
        tokens: { accessToken, refreshToken: typeof refreshToken === 'string' ? refreshToken : null },
    };
}
/** Sign-ins that began in several tabs and have not finished, newest first. */
export function parsePending(text) {
    const { pending } = parseObject(text);
    if (!Array.isArray(pending))
        return [];
    return pending.flatMap((entry) => {
        const { state, codeVerifier, returnTo } = entry ?? {};
        const whole = [state, codeVerifier, returnTo].every((value) => typeof value === 'string');
        return whole ? [{ state, codeVerifier, returnTo }] : [];
    });
}
function parseObject(text) {
    try {
        const value = JSON.parse(text ?? '{}');
        return typeof value === 'object' && value !== null ? { ...value } : {};
    }
    catch {
        return {};
    }
}
//# sourceMappingURL=storage.js.map