import type { Page } from 'playwright-core';
import type { TestGateway } from './gateway.ts';

/** Submits the platform's sign-in page as a browser does. @returns the URL of the redirect. */
export async function signInAs(handle: string, url: string, password = 'demo'): Promise<URL> {
  const page = await (await fetch(url)).text();
  const action = /<form[^>]*action="([^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
  if (!action) throw new Error(`no form on the sign-in page: ${page.slice(0, 500)}`);
  const response = await fetch(new URL(action, url), {
    method: 'POST',
    body: new URLSearchParams({ handle, password }),
    redirect: 'manual',
  });
  const location = response.headers.get('location');
  if (!location) throw new Error(`the sign-in page responded with ${response.status}`);
  return new URL(location);
}

const SIGN_ON = `mutation ($input: CompleteAtoSignOnInput!) {
  completeAtoSignOn(input: $input) { token { accessToken refreshToken } bound }
}`;

/** Signs a user on to an ATO request. @param userId default: its requester. @param state of another request. Default: its own. */
export async function signOnToAto(
  { sandbox, query }: Pick<TestGateway, 'sandbox' | 'query'>,
  requestId: string,
  { userId, state = requestId }: { userId?: string; state?: string } = {},
): Promise<{ token: string; refreshToken: string; bound: boolean }> {
  const { code } = sandbox.signOnToAto(requestId, userId);
  const { data } = await query(SIGN_ON, { variables: { input: { code, state } } });
  const { token, bound } = data.completeAtoSignOn;
  return { token: token.accessToken, refreshToken: token.refreshToken, bound };
}

/** Signs in from a page that offers it, on the page of the platform. */
export async function signInOn(page: Page, handle = '@ana.ferreira'): Promise<void> {
  const [button, link] = [
    page.getByRole('button', { name: 'Sign in' }),
    page.getByRole('link', { name: 'Sign in' }),
  ];
  await button.or(link).click();
  await page.getByLabel('Handle').fill(handle);
  await page.getByLabel('Password').fill('demo');
  await button.click();
}
