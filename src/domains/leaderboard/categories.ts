import { badInput, type InputPath } from '../../graph/errors.ts';

/**
 * Rejects categories with a comma. A list is sent as repeated parameters, but the platform would split a single category like the
 * comma-separated form of the contract (Endpoints, Leaderboard).
 * @throws GatewayError BAD_USER_INPUT
 */
export function checkCategories(categories: readonly string[], argument: InputPath): void {
  const [only, another] = categories;
  if (another === undefined && only?.includes(','))
    throw badInput(
      [...argument, 0],
      'NOT_ALLOWED',
      'must not contain a comma: the platform would split it into several categories.',
    );
}
