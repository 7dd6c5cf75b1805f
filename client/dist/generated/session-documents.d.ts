export declare const BEGIN_SIGN_IN = "mutation BeginSignIn($redirectUri: String!) { beginSignIn(input: {redirectUri: $redirectUri}) { __typename codeVerifier state url } }";
export declare const EXCHANGE_CODE = "mutation ExchangeCode($code: String!, $codeVerifier: String!) { exchangeCode(input: {code: $code, codeVerifier: $codeVerifier}) { __typename token { __typename accessToken refreshToken } } }";
export declare const REFRESH_SESSION = "mutation RefreshSession($refreshToken: String!) { refreshSession(input: {refreshToken: $refreshToken}) { __typename token { __typename accessToken refreshToken } } }";
export declare const SIGN_OUT = "mutation SignOut { signOut { __typename signedOut } }";
