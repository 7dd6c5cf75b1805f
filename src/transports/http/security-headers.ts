/**
 * What every answer tells browsers, so that it is read as what it is by whom it is for: nothing may be sniffed, run,
 * framed, embedded elsewhere or kept. A page names what it needs instead (`content-security-policy`).
 * Sources: Fetch (CORP), CSP level 3, Referrer Policy.
 */
export const SECURITY_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['cross-origin-resource-policy', 'same-origin'],
  // Answers hold profile data, pages a credential.
  ['cache-control', 'no-store'],
];

/** For clients that came over TLS (`strict-transport-security`): a year of nothing else. Source: RFC 6797. */
export const TLS_ONLY = 'max-age=31536000';

/** What means something for pages only. Sources: HTML (COOP), Permissions Policy. */
export const PAGE_HEADERS: typeof SECURITY_HEADERS = [
  ['cross-origin-opener-policy', 'same-origin'],
  ['permissions-policy', 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()'],
];
