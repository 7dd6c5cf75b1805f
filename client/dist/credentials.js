/** Requests without a credential. */
export const ANONYMOUS = { authorization: () => '' };
/** Where the gateway sends no error of its own: `isSignedOut` is true for it. */
export const SIGNED_OUT = {
    message: 'Sign in to continue.',
    extensions: { code: 'UNAUTHENTICATED', retryable: false, requestId: null },
};
//# sourceMappingURL=credentials.js.map