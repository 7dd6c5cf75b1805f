/**
 * The headers of every response: browsers may not sniff, run, frame, embed or cache it. Pages relax
 * `content-security-policy` as far as they need.
 * Sources: Fetch (CORP), CSP level 3, Referrer Policy.
 */
export const SECURITY_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['cross-origin-resource-policy', 'same-origin'],
  // Responses hold profile data, pages a credential.
  ['cache-control', 'no-store'],
];

/** `strict-transport-security` for clients that use TLS: one year. Source: RFC 6797. */
export const TLS_ONLY = 'max-age=31536000';

/** Headers for pages alone. Sources: HTML (COOP), Permissions Policy. */
export const PAGE_HEADERS: typeof SECURITY_HEADERS = [
  ['cross-origin-opener-policy', 'same-origin'],
  ['permissions-policy', 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()'],
];
