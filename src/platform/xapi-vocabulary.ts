import { GatewayError } from '../graph/errors.ts';

/** The platform's addresses and verbs for xAPI statements. Null: not configured. Contract: xAPI, Version 2 rules. */
export interface XapiVocabulary {
  /** `{service_home_page}`, verbatim: the platform compares it. */
  homePage: string | null;
  /** `{xapi_base}`, without a trailing slash. */
  base: string | null;
  /** `{xapi_api_id_base}`, without a trailing slash. */
  apiIdBase: string | null;
  /** IDs of the allowed verbs. Null: only the platform checks them. */
  verbs: readonly string[] | null;
}

/** @throws GatewayError NOT_CONFIGURED */
export function xapiAddressesOf({
  homePage,
  base,
  apiIdBase,
}: XapiVocabulary): Record<'homePage' | 'base' | 'apiIdBase', string> {
  if (homePage !== null && base !== null && apiIdBase !== null) return { homePage, base, apiIdBase };
  throw new GatewayError(
    'NOT_CONFIGURED',
    "The platform's addresses for xAPI statements are not configured.",
  );
}
