import { GatewayError } from '../graph/errors.ts';

/** The platform's addresses and verbs for xAPI statements. Null: not configured. Contract: xAPI, Version 2 rules. */
export interface XapiVocabulary {
  /** `{service_home_page}`, letter for letter: the platform compares it. */
  homePage: string | null;
  /** `{xapi_base}`, without a slash at the end. */
  base: string | null;
  /** `{xapi_api_id_base}`, without a slash at the end. */
  apiIdBase: string | null;
  /** The ids of the allowed verbs; null: the platform alone checks them. */
  verbs: readonly string[] | null;
}

/** @throws GatewayError NOT_CONFIGURED */
export function xapiAddressesOf({
  homePage,
  base,
  apiIdBase,
}: XapiVocabulary): Record<'homePage' | 'base' | 'apiIdBase', string> {
  if (homePage !== null && base !== null && apiIdBase !== null) return { homePage, base, apiIdBase };
  throw new GatewayError('NOT_CONFIGURED', "The gateway lacks the platform's addresses for xAPI statements.");
}
